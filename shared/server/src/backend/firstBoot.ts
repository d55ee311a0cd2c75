import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flushNow } from './files.ts';

/**
 * A database that was killed while PGlite unpacked itself can never be opened again. So `build` makes it under another
 * name, and only a finished one gets its real name, with all its files on the disk. Call it only
 * while holding the directory lock.
 */
export async function ensureDatabase(
  directory: string,
  build: (path: string) => Promise<void>,
): Promise<{ path: string; isNew: boolean }> {
  const path = join(directory, 'database');
  if (existsSync(path)) return { path, isNew: false };
  const unfinished = `${path}.init`;
  rmSync(unfinished, { recursive: true, force: true });
  await build(unfinished);
  flushAll(unfinished);
  renameSync(unfinished, path);
  flushNow(directory);
  return { path, isNew: true };
}

/** Flushes a folder with all that is in it. */
function flushAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) flushAll(path);
    else flushNow(path);
  }
  flushNow(folder);
}
