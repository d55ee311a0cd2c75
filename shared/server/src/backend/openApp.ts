import { App } from '@supabase/lite';
import { createKeys } from './checkedTokens.ts';
import { backendConfig, type BackendSettings } from './config.ts';
import { openEmbedded, type Database, type StorageOptions } from './embedded.ts';
import { applyMigrations, readMigrations, type Migration } from './migrations.ts';
import { upgradeOldSchema } from './oldSchema.ts';
import type { Secrets } from './secrets.ts';

/** Creates the library's services on a database. They reject requests without an API key. */
export function createApp({ connection }: Database, secrets: Secrets, settings: BackendSettings): App {
  return new App({
    connection,
    ...backendConfig(secrets, settings),
    options: { server: { admin: false, apiKeys: createKeys(secrets) } },
  });
}

/** Changes to the schema when a database is opened. */
export interface SchemaSteps {
  /** Default: the migrations of this repository. */
  migrations?: readonly Migration[] | undefined;
  /** Is awaited before missing migrations are applied; if it rejects, they are not applied. */
  beforeMigrations?: ((names: string[]) => Promise<void>) | undefined;
}

/** Creates the library's schema in a database if it is missing, and applies the missing migrations. */
export async function prepare(
  app: App,
  database: Database,
  { migrations = readMigrations(), beforeMigrations = async () => {} }: SchemaSteps = {},
): Promise<void> {
  await app.ensureSystemSchema();
  await upgradeOldSchema(database, migrations, beforeMigrations);
  await applyMigrations(database, migrations, beforeMigrations);
}

/** Opens the embedded database at `path` with the library's services and all migrations. */
export async function openApp(
  path: string,
  secrets: Secrets,
  settings: BackendSettings,
  storage: StorageOptions,
  steps?: SchemaSteps,
) {
  const database = await openEmbedded(path, storage);
  try {
    const app = createApp(database, secrets, settings);
    await prepare(app, database, steps);
    return { app, database };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}
