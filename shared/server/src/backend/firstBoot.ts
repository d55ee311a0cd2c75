import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flushAll, flushNow } from './files.ts';

/**
 * Creates the database of a data directory if it does not exist. If PGlite is killed while it creates a database, that can
 * never be opened again. So `build` creates it under another name, and it is renamed when it is complete and on the disk.
 * Call it only while holding the directory lock.
 */
export async function ensureDatabase(
  directory: string,
  build: (path: string) => Promise<void>,
): Promise<{ path: string; isNew: boolean }> {
  const path = databaseIn(directory);
  if (!existsSync(path) && existsSync(successorOf(path))) renameSync(successorOf(path), path);
  if (existsSync(path)) return { path, isNew: false };
  await make(path, path, build);
  return { path, isNew: true };
}

/**
 * Replaces the database by one that `build` creates; the old one is renamed to `replacedName`. If the process is killed
 * meanwhile, either the old or the new database is in place. Call it only while holding the directory lock.
 */
export async function replaceDatabase(
  directory: string,
  build: (path: string) => Promise<void>,
  replacedName: string,
): Promise<void> {
  const path = databaseIn(directory);
  rmSync(successorOf(path), { recursive: true, force: true });
  await make(path, successorOf(path), build);
  renameSync(path, join(directory, replacedName));
  renameSync(successorOf(path), path);
  flushNow(directory);
}

/** The path of the database in a data directory. */
export const databaseIn = (directory: string) => join(directory, 'database');

/** The path of a complete database that is about to replace the current one. */
const successorOf = (path: string) => `${path}.next`;

async function make(path: string, name: string, build: (path: string) => Promise<void>): Promise<void> {
  const unfinished = `${path}.init`;
  rmSync(unfinished, { recursive: true, force: true });
  await build(unfinished);
  flushAll(unfinished);
  renameSync(unfinished, name);
  flushNow(dirname(path));
}
