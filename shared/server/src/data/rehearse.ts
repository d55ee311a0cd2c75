import { constants, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Database } from '../backend/database.ts';
import { openApp } from '../backend/openApp.ts';
import { runQuietly } from '../backend/quietConsole.ts';
import { describeTables } from './judgeTables.ts';
import { migrateRemote, readAll } from './migrate.ts';
import { roleOf, type Finding, type MigrationFile } from './remoteNames.ts';

// A process of its own (`rehearseMigrations`): migrations of a remote, which others wrote, run here on a database in memory.

/** What comes in on standard input; on standard output goes what was found, or the archive. */
export type Rehearsal = { remote: string } & (
  | {
      migrations: MigrationFile[];
      /** The archive of an empty database with the site's migrations; null: it is made. */
      prepared: string | null;
    }
  /** Nothing is rehearsed: such an archive is made. */
  | { migrations: null }
);

/** As projects of Supabase do that are older than May 2026: what is new in public is open to every client. */
const openToAll = (role: string) => `
  create role ${role} nologin;
  alter default privileges for role ${role} in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role ${role} in schema public grant all on sequences to anon, authenticated, service_role;`;

/** Runs all migrations from empty, and takes them back. */
async function runOnce(database: Database, remote: string, read: Parameters<typeof migrateRemote>[2]) {
  let outcome: { findings: Finding[]; tables: string } = { findings: [], tables: '' };
  await database.change(async (transaction) => {
    const findings = await migrateRemote(transaction, remote, read);
    // After a statement that failed nothing more can be asked.
    const tables = findings.length > 0 ? '' : await describeTables(transaction, remote);
    outcome = { findings, tables };
    await transaction.rollback();
  });
  return outcome;
}

/** Opens a database in memory that the site's migrations have made. */
async function openEmpty(archive: string | null) {
  const secrets = { jwtSecret: 'x'.repeat(32), publishableKey: 'x'.repeat(32), secretKey: 'x'.repeat(32) };
  const settings = { siteUrl: 'http://127.0.0.1', confirmEmail: false };
  const keeping = { durability: 'relaxed', archive: archive ? readFileSync(archive) : undefined } as const;
  return (await openApp('memory://', secrets, settings, keeping)).database;
}

async function rehearse(
  remote: string,
  migrations: readonly MigrationFile[],
  prepared: string | null,
): Promise<Finding[]> {
  const { read, findings } = await readAll(migrations);
  if (findings.length > 0) return findings;
  const database = await openEmpty(prepared);
  await database.change((transaction) => transaction.exec(openToAll(roleOf(remote))));
  const first = await runOnce(database, remote, read);
  if (first.findings.length > 0) return first.findings;
  const second = await runOnce(database, remote, read);
  if (second.findings.length > 0 || second.tables !== first.tables)
    return [{ message: 'its migrations make something else when they run from empty a second time' }];
  return [];
}

async function answer(work: Rehearsal): Promise<Uint8Array | string> {
  if (work.migrations === null) return (await openEmpty(null)).archive();
  return JSON.stringify(await rehearse(work.remote, work.migrations, work.prepared));
}

// Emscripten asks Node for its numbers of file modes in a way that the permission model refuses (`NODEFS.staticInit`).
Reflect.set(process, 'binding', () => ({ fs: constants }));

const faults: string[] = [];
const work = JSON.parse(await text(process.stdin)) as Rehearsal; // written by rehearseMigrations
const said = await runQuietly(
  (line) => faults.push(line),
  () => answer(work),
);
process.stdout.write(said, () => process.exit(0));
