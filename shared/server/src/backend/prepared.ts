import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { flushAll, flushNow } from './files.ts';
import { readMigrations } from './migrations.ts';

/** The files that determine the content of an empty database, besides the migrations. */
const SOURCE_FILES = [
  './migrations.ts',
  './embedded.ts',
  './startParameters.ts',
  './newCluster.ts',
  './openApp.ts',
  '../../node_modules/@supabase/lite/package.json',
  '../../node_modules/@electric-sql/pglite/package.json',
];

/** The cache folder for databases that take seconds to create. */
export const CACHE_FOLDER = join(repositoryRoot, 'node_modules/.cache/space-server');

/** The path of the cached empty database with all migrations of the site. It depends on the content of the migrations. */
export function preparedDatabasePath(cache = CACHE_FOLDER): string {
  const hash = createHash('sha256');
  for (const { version, sql } of readMigrations()) hash.update(version).update(sql);
  for (const file of SOURCE_FILES) hash.update(readFileSync(new URL(file, import.meta.url)));
  return join(cache, hash.digest('hex').slice(0, 24));
}

/**
 * Creates a cached folder: `make` fills a draft, which is renamed when it is complete and on the disk. Of several
 * processes that do this at once, the first to finish wins. Rejects if the folder does not exist afterwards.
 */
export async function makeCachedFolder(path: string, make: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    await make(draft);
    flushAll(draft);
    renameSync(draft, path);
    flushNow(dirname(path));
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
