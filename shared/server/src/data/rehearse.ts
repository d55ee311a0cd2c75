import { text } from 'node:stream/consumers';
import { PGlite } from '@electric-sql/pglite';
import { START_PARAMETERS } from '../backend/startParameters.ts';
import './fileModes.ts';
import { describeTables } from './judgeTables.ts';
import { migrateRemote, readAll } from './migrate.ts';
import { roleOf, type Finding, type MigrationFile } from './remoteNames.ts';

// A process of its own (`rehearseMigrations`): migrations of a remote, which others wrote, run here on a database in memory.

/** What comes in on standard input; on standard output goes what was found. */
export interface Rehearsal {
  remote: string;
  migrations: readonly MigrationFile[];
  /** The archive of an empty database with the site's migrations, compressed, in Base64. */
  empty: string;
}

/** As projects of Supabase do that are older than May 2026: what is new in public is open to every client. */
const openToAll = (role: string) => `
  create role ${role} nologin;
  alter default privileges for role ${role} in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role ${role} in schema public grant all on sequences to anon, authenticated, service_role;`;

/** Runs all migrations from empty, and takes them back. */
async function runOnce(database: PGlite, remote: string, read: Parameters<typeof migrateRemote>[2]) {
  return database.transaction(async (transaction) => {
    const findings = await migrateRemote(transaction, remote, read);
    // After a statement that failed nothing more can be asked.
    const tables = findings.length > 0 ? '' : await describeTables(transaction, remote);
    await transaction.rollback();
    return { findings, tables };
  });
}

async function rehearse({ remote, migrations, empty }: Rehearsal): Promise<Finding[]> {
  const { read, findings } = await readAll(migrations);
  if (findings.length > 0) return findings;
  // By its type the engine knows that the archive is compressed.
  const archive = new Blob([Buffer.from(empty, 'base64')], { type: 'application/x-gzip' });
  const database = await PGlite.create({ loadDataDir: archive, startParams: START_PARAMETERS });
  await database.exec(openToAll(roleOf(remote)));
  const first = await runOnce(database, remote, read);
  if (first.findings.length > 0) return first.findings;
  const second = await runOnce(database, remote, read);
  if (second.findings.length > 0 || second.tables !== first.tables)
    return [{ message: 'its migrations make something else when they run from empty a second time' }];
  return [];
}

const findings = await rehearse(JSON.parse(await text(process.stdin)) as Rehearsal); // written by rehearseMigrations
process.stdout.write(JSON.stringify(findings), () => process.exit(0));
