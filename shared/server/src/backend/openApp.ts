import { App } from '@supabase/lite';
import { createKeys } from './checkedTokens.ts';
import { backendConfig, type BackendSettings } from './config.ts';
import type { Database } from './database.ts';
import { openEmbedded, type Keeping } from './embedded.ts';
import { applyMigrations, readMigrations } from './migrations.ts';
import type { Secrets } from './secrets.ts';

/** Makes the library's services on a database. No key: nothing is answered. */
export function createApp({ connection }: Database, secrets: Secrets, settings: BackendSettings): App {
  return new App({
    connection,
    ...backendConfig(secrets, settings),
    options: { server: { admin: false, apiKeys: createKeys(secrets) } },
  });
}

/** Makes what the library and the migrations need in a database, as far as it is not there. */
export async function prepare(app: App, database: Database): Promise<void> {
  await app.ensureSystemSchema();
  await applyMigrations(database, readMigrations());
}

/** Opens the embedded database at `path` with the library's services and all migrations. */
export async function openApp(path: string, secrets: Secrets, settings: BackendSettings, keeping: Keeping) {
  const database = await openEmbedded(path, keeping);
  try {
    const app = createApp(database, secrets, settings);
    await prepare(app, database);
    return { app, database };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}
