import { join } from 'node:path';
import type { App } from '@supabase/lite';
import { openOutbox, type Outbox } from '../outbox.ts';
import { copyDatabase, copyRunning } from '../backup/copyDatabase.ts';
import type { Backups } from '../backup/createBackups.ts';
import type { Source } from '../backup/saveFiles.ts';
import { upgradeDatabase } from '../backup/upgradeDatabase.ts';
import { saveVersions } from '../backup/versions.ts';
import { setClaims, type Claims } from './checkedTokens.ts';
import type { BackendSettings } from './config.ts';
import type { Database, Query, StorageOptions, Transaction } from './embedded.ts';
import { lockDirectory } from './directoryLock.ts';
import { endSessions, SIGNED_OUT } from './endSessions.ts';
import { ensureDatabase } from './firstBoot.ts';
import { openApp } from './openApp.ts';
import { runQuietly, runUnmuted } from './quietConsole.ts';
import { saveSecrets, loadSecrets, makeSecrets, type Secrets } from './secrets.ts';

export interface Backend {
  secrets: Secrets;
  outbox: Outbox;
  /** The library's handler of /auth/v1 and /rest/v1. Only the gateway calls it, with the claims that it has checked. */
  fetch(request: Request, claims?: Claims): Promise<Response>;
  /** Runs SQL as the database's owner, between requests: for tests and maintenance. */
  query: Query;
  /** Runs work in a transaction, between requests; later requests see new tables. */
  change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** The data that a backup saves. */
  source: Source;
  /** Finishes the running transactions, closes the database and frees the directory. */
  close(): Promise<void>;
}

export interface BackendOptions extends BackendSettings, StorageOptions {
  dataDir: string;
  /** Whether links of mails may be printed. Such a link signs its user in. */
  printsLinks: boolean;
  /** Save the database before its engine or its schema changes. If saving fails, the change is not made. */
  backups: Pick<Backups, 'save' | 'beforeChange'>;
  log: (line: string) => void;
  /** Gets faults of the backend, one line each, free of user data. */
  reportFault: (line: string) => void;
}

/**
 * Starts the backend on a data directory, or throws a StartError. An acknowledged change survives a kill of this process,
 * and also a power cut unless the durability is relaxed (decision 044).
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

/** A prepared database, with the library's services on it. */
interface Opened {
  app: App;
  database: Database;
  secrets: Secrets;
  source: Source;
}

/** PGlite never vacuums by itself, which hurts planner statistics and disk use. System catalogs hardly change. */
async function vacuum({ query }: Database): Promise<void> {
  const [own] = await query(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class
     where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  );
  await query(`vacuum analyze ${String(own?.['tables'])}`);
}

async function openInDirectory(options: BackendOptions, log: (line: string) => void): Promise<Opened> {
  const { dataDir, backups } = options;
  const stored = loadSecrets(dataDir);
  const secrets = stored ?? makeSecrets();
  const { path, isNew } = await ensureDatabase(dataDir, async (unfinished) => {
    const created = await openApp(unfinished, secrets, options, { durability: 'relaxed' });
    await created.database.close();
  });
  const files: Source = { copyFiles: (to) => copyDatabase(path, to) };
  if (!isNew) await upgradeDatabase({ dataDir, save: backups.save, log });
  const opened = await openApp(path, secrets, options, options, {
    beforeMigrations: (names) => backups.beforeChange(`before ${names.join(', ')}`, files),
  });
  saveVersions(path);
  if (!isNew) await vacuum(opened.database);
  const { database } = opened;
  if (stored === null) {
    // If the secrets were deleted, existing refresh tokens would still give access.
    if ((await endSessions(database.query)) > 0) log(SIGNED_OUT);
    await database.flush();
    saveSecrets(dataDir, secrets);
  }
  const source: Source = { copyFiles: (to) => copyRunning(path, to, database.query, database.runWhileIdle) };
  return { ...opened, secrets, source };
}

async function openBackend(options: BackendOptions, release: () => void): Promise<Backend> {
  const { dataDir, reportFault, printsLinks } = options;
  const log = (line: string) => runUnmuted(() => options.log(line));
  const { app, database, secrets, source } = await openInDirectory(options, log);
  const outbox = openOutbox({ file: join(dataDir, 'outbox.jsonl'), printsLinks, log });
  // Disabled, because the library's links contain only six digits. auth/mailLinks.ts creates and sends ours.
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
      if (claims) setClaims(request, claims);
      const response = await runQuietly(reportFault, async () => app.fetch(request, { peerAddress: null }));
      await database.flush();
      return response;
    },
    close() {
      closing ??= database.close().finally(release);
      return closing;
    },
  };
}
