import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { flushAll, flushNow } from './files.ts';
import { readMigrations } from './migrations.ts';

/** What decides how an empty database looks, besides the migrations. */
const MADE_BY = [
  './migrations.ts',
  './embedded.ts',
  './startParameters.ts',
  './newCluster.ts',
  './openApp.ts',
  '../../node_modules/@supabase/lite/package.json',
  '../../node_modules/@electric-sql/pglite/package.json',
];

/** Where things are kept that take seconds to make. */
export const CACHE = join(repositoryRoot, 'node_modules/.cache/space-server');

/** Where an empty database with all migrations of the site is kept, as it takes seconds to make: another place for other migrations. */
export function preparedPlace(cache = CACHE): string {
  const hash = createHash('sha256');
  for (const { version, sql } of readMigrations()) hash.update(version).update(sql);
  for (const file of MADE_BY) hash.update(readFileSync(new URL(file, import.meta.url)));
  return join(cache, hash.digest('hex').slice(0, 24));
}

/**
 * Makes a folder that is kept under another name, and gives it its own when it is finished and on the disk. Several processes may
 * come here at once: each makes one, the first to finish gives it the name. Rejects when none is there afterwards.
 */
export async function keepFolder(kept: string, make: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${kept}.${randomUUID()}`;
  try {
    mkdirSync(dirname(kept), { recursive: true });
    await make(draft);
    flushAll(draft);
    renameSync(draft, kept);
    flushNow(dirname(kept));
  } catch (error) {
    if (!existsSync(kept)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
