import { join } from 'node:path';
import type { Transaction } from '@electric-sql/pglite';
import { openOutbox, type Outbox } from '../mail/outbox.ts';
import type { BackendSettings } from './config.ts';
import { lockDirectory } from './directoryLock.ts';
import { ensureDatabase } from './firstBoot.ts';
import { openApp, type Keeping } from './openApp.ts';
import { runQuietly, speak } from './quietConsole.ts';
import { loadSecrets, type Secrets } from './secrets.ts';

export interface Backend {
  secrets: Secrets;
  outbox: Outbox;
  /** The library's own answer to /auth/v1 and /rest/v1: only the gateway asks for it. */
  fetch(request: Request): Promise<Response>;
  /** Runs SQL as the database's owner, between requests: for tests and maintenance. */
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Runs work in a transaction, between requests; what is asked afterwards knows of tables that are new. */
  change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Finishes the running transaction, closes the database and frees the directory. */
  close(): Promise<void>;
}

export interface BackendOptions extends BackendSettings, Keeping {
  dataDir: string;
  /** May links of mails be printed? They sign in. */
  printsLinks: boolean;
  log: (line: string) => void;
  /** Gets faults of the backend, one line each, free of user data. */
  reportFault: (line: string) => void;
}

/**
 * Starts the embedded Supabase on a data directory, or throws a StartError. What was acknowledged survives a kill of this
 * process, and a power cut unless the durability is relaxed (decision 044).
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

async function openBackend(options: BackendOptions, release: () => void): Promise<Backend> {
  const { dataDir, reportFault } = options;
  const log = (line: string) => speak(() => options.log(line));
  const secrets = loadSecrets(dataDir);
  const database = await ensureDatabase(dataDir, async (path) => {
    const fresh = await openApp(path, secrets, options, { durability: 'relaxed' });
    await fresh.connection.close();
  });
  const { app, connection, exclusive, flush } = await openApp(database.path, secrets, options, options);
  // PGlite never vacuums by itself, and planner statistics and disk use suffer for it.
  if (!database.isNew) await connection.driver.exec('vacuum analyze');
  const outbox = openOutbox({ file: join(dataDir, 'outbox.jsonl'), printsLinks: options.printsLinks, log });
  // The library's links carry six digits. Ours are made and sent by auth/mailLinks.ts.
  app.drivers.email = { send: async () => {} };
  const query = async (sql: string, parameters: unknown[] = []) => {
    const { rows } = await connection.driver.query<Record<string, unknown>>(sql, parameters);
    await flush();
    return rows;
  };

  await flush();

  let closing: Promise<void> | undefined;
  return {
    secrets,
    outbox,
    query,
    async change(work) {
      const result = await exclusive(async () => {
        const changed = await connection.driver.transaction(work);
        await connection.clearSchemaCache();
        return changed;
      });
      await flush();
      return result;
    },
    async fetch(request) {
      const answer = await runQuietly(reportFault, async () => app.fetch(request, { peerAddress: null }));
      await flush();
      return answer;
    },
    close() {
      closing ??= exclusive(() => connection.close()).finally(release);
      return closing;
    },
  };
}
