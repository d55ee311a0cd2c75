import { App } from '@supabase/lite';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { backendConfig, type BackendSettings } from './config.ts';
import { matchHostedAnswers, timestampParsers } from './hostedAnswers.ts';
import { applyMigrations, readMigrations } from './migrations.ts';
import type { Secrets } from './secrets.ts';
import { installTransactionLock, type Exclusive } from './transactionLock.ts';

export interface OpenApp {
  app: App;
  connection: PgliteConnection;
  exclusive: Exclusive;
}

/**
 * Opens (or creates) the database at `path` and the Supabase services on it, with the lock installed and all
 * migrations applied. Local admin mode is off: a request without a key gets nothing.
 */
export async function openApp(path: string, secrets: Secrets, settings: BackendSettings): Promise<OpenApp> {
  const connection = await createPgliteConnection({
    url: path,
    pgliteOptions: { parsers: timestampParsers },
  });
  try {
    await connection.driver.waitReady;
    const exclusive = installTransactionLock(connection);
    matchHostedAnswers(connection);
    const app = new App({
      connection,
      ...backendConfig(secrets, settings),
      options: { server: { admin: false } },
    });
    await app.ensureSystemSchema();
    await applyMigrations(connection.driver, readMigrations());
    return { app, connection, exclusive };
  } catch (error) {
    await connection.close().catch(() => undefined);
    throw error;
  }
}
