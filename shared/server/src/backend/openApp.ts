import { App } from '@supabase/lite';
import { createKeys } from './checkedTokens.ts';
import { backendConfig, type BackendSettings } from './config.ts';
import type { Database } from './database.ts';
import { openEmbedded, type Keeping } from './embedded.ts';
import { applyMigrations, readMigrations, type Migration } from './migrations.ts';
import type { Secrets } from './secrets.ts';

/** Makes the library's services on a database. No key: nothing is answered. */
export function createApp({ connection }: Database, secrets: Secrets, settings: BackendSettings): App {
  return new App({
    connection,
    ...backendConfig(secrets, settings),
    options: { server: { admin: false, apiKeys: createKeys(secrets) } },
  });
}

/** What is done to the schema when a database is opened. */
export interface SchemaSteps {
  /** Absent: those of this repository. */
  migrations?: readonly Migration[] | undefined;
  /** Is waited for before migrations that the database lacks are applied; they are not when it rejects. */
  beforeMigrations?: ((names: string[]) => Promise<void>) | undefined;
}

/** Makes what the library and the migrations need in a database, as far as it is not there. */
export async function prepare(
  app: App,
  database: Database,
  { migrations = readMigrations(), beforeMigrations }: SchemaSteps = {},
): Promise<void> {
  await app.ensureSystemSchema();
  await applyMigrations(database, migrations, beforeMigrations);
}

/** Opens the embedded database at `path` with the library's services and all migrations. */
export async function openApp(
  path: string,
  secrets: Secrets,
  settings: BackendSettings,
  keeping: Keeping,
  steps?: SchemaSteps,
) {
  const database = await openEmbedded(path, keeping);
  try {
    const app = createApp(database, secrets, settings);
    await prepare(app, database, steps);
    return { app, database };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}
