import { text } from 'node:stream/consumers';
import { PGlite } from '@electric-sql/pglite';
import { START_PARAMETERS } from '../backend/startParameters.ts';
import './fileModes.ts';
import { describeTables } from './checkTables.ts';
import { migrateRemote, readAll } from './migrate.ts';
import { roleOf, type Finding, type MigrationFile } from './remoteNames.ts';

// The main module of a child process (`rehearseMigrations`): runs migrations of a remote, which are untrusted, in memory.

/** The input, as JSON on standard input. The findings are written to standard output. */
export interface Rehearsal {
  remote: string;
  migrations: readonly MigrationFile[];
  /** The compressed archive of an empty database with the site's migrations, in Base64. */
  empty: string;
}

/** The default privileges of Supabase projects from before May 2026: a new table in public is open to every client. */
const openToAll = (role: string) => `
  create role ${role} nologin;
  alter default privileges for role ${role} in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role ${role} in schema public grant all on sequences to anon, authenticated, service_role;`;

/** Runs all migrations from empty, and rolls them back. */
async function runOnce(database: PGlite, remote: string, read: Parameters<typeof migrateRemote>[2]) {
  return database.transaction(async (transaction) => {
    const findings = await migrateRemote(transaction, remote, read);
    // After a failed statement the transaction accepts no more queries.
    const tables = findings.length > 0 ? '' : await describeTables(transaction, remote);
    await transaction.rollback();
    return { findings, tables };
  });
}

async function rehearse({ remote, migrations, empty }: Rehearsal): Promise<Finding[]> {
  const { read, findings } = await readAll(migrations);
  if (findings.length > 0) return findings;
  // The type tells the engine that the archive is compressed.
  const archive = new Blob([Buffer.from(empty, 'base64')], { type: 'application/x-gzip' });
  const database = await PGlite.create({ loadDataDir: archive, startParams: START_PARAMETERS });
  await database.exec(openToAll(roleOf(remote)));
  const first = await runOnce(database, remote, read);
  if (first.findings.length > 0) return first.findings;
  const second = await runOnce(database, remote, read);
  if (second.findings.length > 0 || second.tables !== first.tables)
    return [
      { message: 'its migrations have another result when they run on an empty database a second time' },
    ];
  return [];
}

const findings = await rehearse(JSON.parse(await text(process.stdin)) as Rehearsal); // written by rehearseMigrations
process.stdout.write(JSON.stringify(findings), () => process.exit(0));
