import { accessSync, constants, cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { OURS } from '../backup/versions.ts';
import { CACHE, keepFolder } from './prepared.ts';

async function makeCluster(folder: string): Promise<void> {
  const engine = await PGlite.create(folder);
  await engine.close();
}

/**
 * Puts the files of a new cluster into a folder that is not there yet, as `initdb` makes them. That takes three quarters of a
 * first start, so it is done once for the installed engine, and copied. Where nothing can be kept, or not be read by this user,
 * the folder stays away: the engine makes all that it does not find.
 */
export async function layOutCluster(path: string, cache = CACHE): Promise<void> {
  const kept = join(cache, `pglite-${OURS.pglite}`);
  try {
    if (!existsSync(kept)) await keepFolder(kept, makeCluster);
    // At a folder that it may not open the copy ends the whole process: https://github.com/nodejs/node/issues/63970
    accessSync(kept, constants.R_OK | constants.X_OK);
    cpSync(kept, path, { recursive: true });
  } catch {
    rmSync(path, { recursive: true, force: true });
  }
}
