import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../paths.ts';
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
