import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { App } from '@supabase/lite';
import { openOutbox, type Outbox } from '../mail/outbox.ts';
import { copyDatabase, copyRunning } from '../backup/copyDatabase.ts';
import type { Backups } from '../backup/createBackups.ts';
import type { Source } from '../backup/saveFiles.ts';
import { upgradeDatabase } from '../backup/upgradeDatabase.ts';
import { noteVersions } from '../backup/versions.ts';
import { noteClaims, type Claims } from './checkedTokens.ts';
import type { BackendSettings } from './config.ts';
import type { Database, Query, Shared, Transaction } from './database.ts';
import { lockDirectory } from './directoryLock.ts';
import { endSessions, SIGNED_OUT } from './endSessions.ts';
import type { Keeping } from './embedded.ts';
import { ensureDatabase } from './firstBoot.ts';
import { createApp, openApp } from './openApp.ts';
import { runQuietly, speak } from './quietConsole.ts';
import { keepSecrets, loadSecrets, makeSecrets, type Secrets } from './secrets.ts';

export interface Backend {
  secrets: Secrets;
  outbox: Outbox;
  /** The library's own answer to /auth/v1 and /rest/v1: only the gateway asks for it, with the claims that it has checked. */
  fetch(request: Request, claims?: Claims): Promise<Response>;
  /** Runs SQL as the database's owner, between requests: for tests and maintenance. */
  query: Query;
  /** Runs work in a transaction, between requests; what is asked afterwards knows of tables that are new. */
  change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** What a backup is made of. */
  source: Source;
  /** Null: no other server uses this database. */
  shared: Shared | null;
  /** Finishes the running transactions, closes the database and frees the directory. */
  close(): Promise<void>;
}

export interface BackendOptions extends BackendSettings, Keeping {
  dataDir: string;
  /** The address of a PostgreSQL. Absent: the embedded database, in the data directory. */
  databaseUrl?: string | undefined;
  /** May links of mails be printed? They sign in. */
  printsLinks: boolean;
  /** Save the database before its engine or its schema changes: that waits for it, and is left out when it rejects. */
  backups: Pick<Backups, 'save' | 'beforeChange'>;
  log: (line: string) => void;
  /** Gets faults of the backend, one line each, free of user data. */
  reportFault: (line: string) => void;
}

/**
 * Starts the backend on a data directory, or throws a StartError. What was acknowledged survives a kill of this process, and a
 * power cut unless the durability is relaxed (decision 044).
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const lock = lockDirectory(options.dataDir);
  try {
    return await runQuietly(options.reportFault, () => openBackend(options, () => lock.release()));
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A database that is ready, with the library's services on it. */
interface Opened {
  app: App;
  database: Database;
  secrets: Secrets;
  source: Source;
}

/** PGlite never vacuums by itself, and planner statistics and disk use suffer for it. What the engine keeps for itself hardly changes. */
async function vacuum({ query }: Database): Promise<void> {
  const [ours] = await query(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class
     where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  );
  await query(`vacuum analyze ${String(ours?.['tables'])}`);
}

async function openInDirectory(options: BackendOptions, log: (line: string) => void): Promise<Opened> {
  const { dataDir, backups } = options;
  const stored = loadSecrets(dataDir);
  const secrets = stored ?? makeSecrets();
  const { path, isNew } = await ensureDatabase(dataDir, async (unfinished) => {
    const fresh = await openApp(unfinished, secrets, options, { durability: 'relaxed' });
    await fresh.database.close();
  });
  const files: Source = { copyFiles: (to) => copyDatabase(path, to) };
  if (!isNew) await upgradeDatabase({ dataDir, save: backups.save, log });
  const opened = await openApp(path, secrets, options, options, {
    beforeMigrations: (names) => backups.beforeChange(`before ${names.join(', ')}`, files),
  });
  noteVersions(path);
  if (!isNew) await vacuum(opened.database);
  const { database } = opened;
  if (stored === null) {
    // Where they were deleted, refresh tokens would go on giving access.
    if ((await endSessions(database.query)) > 0) log(SIGNED_OUT);
    await database.flush();
    keepSecrets(dataDir, secrets);
  }
  const source: Source = { copyFiles: (to) => copyRunning(path, to, database.query, database.rest) };
  return { ...opened, secrets, source };
}

async function openAt(
  address: string,
  options: BackendOptions,
  log: (line: string) => void,
): Promise<Opened> {
  // The driver is loaded by who needs it.
  const { openPostgres } = await import('./postgres/postgres.ts');
  const { durability, reportFault, backups } = options;
  const source: Source = { address };
  const opened = await openPostgres({
    address,
    durability,
    createApp: (database, secrets) => createApp(database, secrets, options),
    beforeMigrations: (names) => backups.beforeChange(`before ${names.join(', ')}`, source),
    log,
    reportFault,
  });
  return { ...opened, source };
}

async function openBackend(options: BackendOptions, release: () => void): Promise<Backend> {
  const { dataDir, databaseUrl, reportFault, printsLinks } = options;
  const log = (line: string) => speak(() => options.log(line));
  const opened =
    databaseUrl !== undefined ? openAt(databaseUrl, options, log) : openInDirectory(options, log);
  const { app, database, secrets, source } = await opened;
  const outbox = openOutbox({ file: join(dataDir, 'outbox.jsonl'), printsLinks, log });
  // The library's links carry six digits. Ours are made and sent by auth/mailLinks.ts.
  app.drivers.email = { send: async () => {} };

  await database.flush();

  let closing: Promise<void> | undefined;
  return {
    secrets,
    outbox,
    async query(sql, parameters) {
      const rows = await database.query(sql, parameters);
      await database.flush();
      return rows;
    },
    async change(work) {
      const result = await database.change(work);
      await database.flush();
      return result;
    },
    source,
    async fetch(request, claims) {
      if (claims) noteClaims(request, claims);
      const answer = await runQuietly(reportFault, async () => app.fetch(request, { peerAddress: null }));
      await database.flush();
      return answer;
    },
    shared: databaseUrl === undefined ? null : { query: database.query, nameOf: namer(secrets) },
    close() {
      closing ??= database.close().finally(release);
      return closing;
    },
  };
}

const namer =
  ({ jwtSecret }: Secrets) =>
  (text: string): string =>
    createHmac('sha256', jwtSecret).update(text).digest('base64url');
