import { randomUUID } from 'node:crypto';
import { accessSync, constants, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { OURS } from '../backup/versions.ts';
import { flushAll, flushNow } from './files.ts';
import { CACHE } from './prepared.ts';

/**
 * Puts the files of a new cluster into a folder that is not there yet, as `initdb` makes them. That takes three quarters of a
 * first start, so it is done once for the installed engine, and copied. Where nothing can be kept, or not be read by this user,
 * the folder stays away: the engine makes all that it does not find.
 */
export async function layOutCluster(path: string, cache = CACHE): Promise<void> {
  const kept = join(cache, `pglite-${OURS.pglite}`);
  try {
    if (!existsSync(kept)) await keepCluster(kept);
    // At a folder that it may not open the copy ends the whole process: https://github.com/nodejs/node/issues/63970
    accessSync(kept, constants.R_OK | constants.X_OK);
    cpSync(kept, path, { recursive: true });
  } catch {
    rmSync(path, { recursive: true, force: true });
  }
}

/** Several processes may come here at once: each makes its own, the first to finish gives it the name. */
async function keepCluster(kept: string): Promise<void> {
  const draft = `${kept}.${randomUUID()}`;
  try {
    mkdirSync(dirname(kept), { recursive: true });
    const engine = await PGlite.create(draft);
    await engine.close();
    flushAll(draft);
    renameSync(draft, kept);
    flushNow(dirname(kept));
  } catch (error) {
    if (!existsSync(kept)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
