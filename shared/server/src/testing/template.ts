import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '../backend/migrations.ts';
import { CACHE_FOLDER, makeCachedFolder } from '../backend/newCluster.ts';
import { runQuietly } from '../backend/quietConsole.ts';

/** The files that determine the content of an empty database, besides the migrations. */
const SOURCE_FILES = [
  '../backend/migrations.ts',
  '../backend/embedded.ts',
  '../backend/startParameters.ts',
  '../backend/newCluster.ts',
  '../backend/openApp.ts',
  '../../node_modules/@supabase/lite/package.json',
  '../../node_modules/@electric-sql/pglite/package.json',
];

/** The path of the cached empty database with all migrations of the site. It depends on their content. */
function preparedDatabasePath(): string {
  const hash = createHash('sha256');
  for (const { version, sql } of readMigrations()) hash.update(version).update(sql);
  for (const file of SOURCE_FILES) hash.update(readFileSync(new URL(file, import.meta.url)));
  return join(CACHE_FOLDER, hash.digest('hex').slice(0, 24));
}

/** Copies a prepared, empty database into a data directory. It is created once for each set of migrations. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = preparedDatabasePath();
  if (!existsSync(template)) await makeCachedFolder(template, makeTemplate);
  cpSync(template, join(dataDir, 'database'), { recursive: true });
}

async function makeTemplate(folder: string): Promise<void> {
  const secrets = { jwtSecret: randomUUID(), publishableKey: 'template', secretKey: 'template' };
  const settings = { siteUrl: 'http://127.0.0.1', confirmEmail: false };
  const { openApp } = await import('../backend/openApp.ts'); // loads a database engine, so only when it is needed
  const { database } = await runQuietly(console.error, () =>
    openApp(folder, secrets, settings, { durability: 'relaxed' }),
  );
  await database.close();
}
