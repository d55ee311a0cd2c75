import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { OURS } from '../backup/versions.ts';
import { flushAll, flushNow } from './files.ts';
import { CACHE } from './prepared.ts';

/**
 * Puts the files of a new cluster into a folder that is not there yet, as `initdb` makes them. That takes three quarters of a
 * first start, so it is done once for the installed engine, and copied. Where nothing can be kept this does nothing: the engine
 * makes them in a folder that it finds empty.
 */
export async function layOutCluster(path: string, cache = CACHE): Promise<void> {
  const kept = join(cache, `pglite-${OURS.pglite}`);
  if (!existsSync(kept) && !(await keepCluster(cache, kept))) return;
  cpSync(kept, path, { recursive: true });
}

/** Several processes may come here at once: each makes its own, the first to finish gives it the name. Returns whether one is there. */
async function keepCluster(cache: string, kept: string): Promise<boolean> {
  const draft = `${kept}.${randomUUID()}`;
  try {
    mkdirSync(cache, { recursive: true });
    const engine = await PGlite.create(draft);
    await engine.close();
    flushAll(draft);
    renameSync(draft, kept);
    flushNow(cache);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  return existsSync(kept);
}
