import { accessSync, constants, cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { INSTALLED } from '../backup/versions.ts';
import { CACHE_FOLDER, makeCachedFolder } from './prepared.ts';

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
