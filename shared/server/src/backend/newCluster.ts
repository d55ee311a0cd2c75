import { randomUUID } from 'node:crypto';
import { accessSync, constants, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { INSTALLED } from '../backup/versions.ts';
import { repositoryRoot } from '../paths.ts';
import { flushAll, flushNow } from './files.ts';

/** The cache folder for databases that take seconds to create. */
export const CACHE_FOLDER = join(repositoryRoot, 'node_modules/.cache/space-server');

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

async function makeCluster(folder: string): Promise<void> {
  const engine = await PGlite.create(folder);
  await engine.close();
}

/**
 * Creates a folder with the files of a new cluster, as `initdb` makes them. `initdb` takes three quarters of a first
 * start, so it runs once for the installed engine, and its result is cached and copied. If this user cannot write or read
 * the cache, no folder is created, and the engine runs `initdb` itself.
 */
export async function copyNewCluster(path: string, cache = CACHE_FOLDER): Promise<void> {
  const cached = join(cache, `pglite-${INSTALLED.pglite}`);
  try {
    if (!existsSync(cached)) await makeCachedFolder(cached, makeCluster);
    // Without this check, copying an unreadable folder aborts the process: https://github.com/nodejs/node/issues/63970
    accessSync(cached, constants.R_OK | constants.X_OK);
    cpSync(cached, path, { recursive: true });
  } catch {
    rmSync(path, { recursive: true, force: true });
  }
}
