import type { PGliteOptions } from '@electric-sql/pglite';
import { App } from '@supabase/lite';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { durableFiles, type FileWatcher } from './durableFiles.ts';
import { backendConfig, type BackendSettings } from './config.ts';
import { matchHostedAnswers, timestampParsers } from './hostedAnswers.ts';
import { applyMigrations, readMigrations } from './migrations.ts';
import type { Secrets } from './secrets.ts';
import { startError } from '../startError.ts';
import { installTransactionLock } from './transactionLock.ts';

/** How the files of a database are kept. */
export interface Keeping {
  /** 'strict': what was acknowledged survives a power cut. 'relaxed': it survives a killed process. */
  durability: 'strict' | 'relaxed';
  /** Is told of each change of a file, where the durability is strict: for tests. */
  watcher?: FileWatcher | undefined;
}

/**
 * Opens the database at `path` with the lock, the services and all migrations. No key: nothing is answered. `flush` returns when
 * all that was committed is on the disk; at once where the durability is relaxed.
 */
export async function openApp(path: string, secrets: Secrets, settings: BackendSettings, keeping: Keeping) {
  const files = keeping.durability === 'strict' ? durableFiles(path, keeping.watcher) : null;
  const connection = await openDatabase(path, files?.options);
  try {
    const exclusive = installTransactionLock(connection);
    matchHostedAnswers(connection);
    const app = new App({
      connection,
      ...backendConfig(secrets, settings),
      options: { server: { admin: false } },
    });
    await app.ensureSystemSchema();
    await applyMigrations(connection.driver, readMigrations());
    return { app, connection, exclusive, flush: async () => files?.flush() };
  } catch (error) {
    await connection.close().catch(() => undefined);
    throw error;
  }
}

/** Throws a StartError when the files are no whole database: the message of the engine helps no one. */
async function openDatabase(path: string, options?: PGliteOptions): Promise<PgliteConnection> {
  try {
    const connection = await createPgliteConnection({
      url: path,
      pgliteOptions: { parsers: timestampParsers, ...options },
    });
    await connection.driver.waitReady;
    await connection.driver.query('select from pg_class limit 1');
    return connection;
  } catch (error) {
    throw startError(
      `The database in ${path} cannot be opened: its files are damaged or incomplete. Put a copy of them back, or move the folder away to begin with an empty one.`,
      error,
    );
  }
}
