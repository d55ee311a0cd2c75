import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A database that was killed while PGlite unpacked itself can never be opened again. So `build` makes it under another
 * name, and only a finished one gets its real name. Call it only while holding the directory lock.
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
  renameSync(unfinished, path);
  return { path, isNew: true };
}
