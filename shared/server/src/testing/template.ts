import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownVersions, saveVersions } from '../backend/dataFolder.ts';
import { readMigrations } from '../backend/migrations.ts';
import { runQuietly } from '../backend/quietConsole.ts';
import { repositoryRoot } from '../paths.ts';

/** The folder of databases that take seconds to create. */
const CACHE_FOLDER = join(repositoryRoot, 'node_modules/.cache/space-server');

/** The files that determine the content of an empty database, besides the migrations. */
const SOURCE_FILES = [
  '../backend/migrations.ts',
  '../backend/embedded.ts',
  '../backend/openApp.ts',
  '../backend/dataFolder.ts',
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
  const { database } = await runQuietly(console.error, () => openApp(folder, secrets, settings));
  await database.close();
  saveVersions(folder);
}

/** Copies the files of a new cluster, as `initdb` makes them, into a folder. They are made once for each PGlite. */
export async function copyCluster(folder: string): Promise<void> {
  const cached = join(CACHE_FOLDER, `pglite-${ownVersions().pglite}`);
  if (!existsSync(cached))
    await makeCachedFolder(cached, async (draft) => {
      const { PGlite } = await import('@electric-sql/pglite');
      const engine = await PGlite.create(draft);
      await engine.close();
    });
  cpSync(cached, folder, { recursive: true });
}

/** Creates a cached folder. Of several processes that do this at once, the first to finish wins. */
async function makeCachedFolder(path: string, make: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    await make(draft);
    renameSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
