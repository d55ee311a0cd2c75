import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flushAll, flushNow } from './files.ts';

/**
 * A database that was killed while PGlite unpacked itself can never be opened again. So `build` makes it under another
 * name, and only a finished one gets its real name, with all its files on the disk. Call it only
 * while holding the directory lock.
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
 * Puts a database that `build` makes in the place of the one that is there, which is kept under another name. A process that is
 * killed meanwhile leaves the one or the other. Call it only while holding the directory lock.
 */
export async function replaceDatabase(
  directory: string,
  build: (path: string) => Promise<void>,
  kept: string,
): Promise<void> {
  const path = databaseIn(directory);
  rmSync(successorOf(path), { recursive: true, force: true });
  await make(path, successorOf(path), build);
  renameSync(path, join(directory, kept));
  renameSync(successorOf(path), path);
  flushNow(directory);
}

/** Where the database of a data directory is. */
export const databaseIn = (directory: string) => join(directory, 'database');

/** A finished database that is to replace the one that is there. */
const successorOf = (path: string) => `${path}.next`;

async function make(path: string, name: string, build: (path: string) => Promise<void>): Promise<void> {
  const unfinished = `${path}.init`;
  rmSync(unfinished, { recursive: true, force: true });
  await build(unfinished);
  flushAll(unfinished);
  renameSync(unfinished, name);
  flushNow(dirname(path));
}
