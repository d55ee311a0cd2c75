import { App } from '@supabase/lite';
import { createKeys } from './checkedTokens.ts';
import { backendConfig, type BackendSettings } from './config.ts';
import { openEmbedded, type Database } from './embedded.ts';
import { applyMigrations, readMigrations } from './migrations.ts';
import { upgradeOldSchema } from './oldSchema.ts';
import type { Secrets } from './secrets.ts';

/**
 * Opens the database in a folder, or creates it, with the library's services and all migrations. The services reject
 * requests without an API key. Throws a StartError if the database cannot be opened or a migration fails.
 */
export async function openApp(
  path: string,
  secrets: Secrets,
  settings: BackendSettings,
): Promise<{ app: App; database: Database }> {
  const database = await openEmbedded(path);
  try {
    const app = new App({
      connection: database.connection,
      ...backendConfig(secrets, settings),
      options: { server: { admin: false, apiKeys: createKeys(secrets) } },
    });
    await app.ensureSystemSchema();
    const migrations = readMigrations();
    await upgradeOldSchema(database, migrations);
    await applyMigrations(database, migrations);
    return { app, database };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}
