import { constants } from 'node:fs';
import { access, chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { isDenied, storeError } from './storeError.ts';

const PATIENCE_MILLISECONDS = 60_000;
/** Between two attempts. Not SQLite's own waiting: it would stop the whole process, a server's included. */
const LONGEST_PAUSE_MILLISECONDS = 25;
/** https://sqlite.org/rescode.html */
const BUSY = 5;
const CANNOT_OPEN = 14;

const codeOf = (error: unknown) =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null;

async function begin(database: DatabaseSync, folder: string): Promise<void> {
  const end = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      database.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (codeOf(error) !== BUSY) throw error;
      if (performance.now() > end) {
        throw storeError(
          `Another process has kept ${folder} locked for a minute; nothing was changed.`,
          error,
        );
      }
      await wait(Math.random() * LONGEST_PAUSE_MILLISECONDS);
    }
  }
}

/** Anyone who may write the folder may write the file: members of a team share a group, and the first one made it. */
export async function openToTheFolder(folder: string, file: string): Promise<void> {
  const [wanted, found] = await Promise.all([stat(folder), stat(file)]);
  const open = found.mode | (wanted.mode & 0o666);
  if (found.mode === open || found.uid !== process.getuid?.()) return;
  await chmod(file, open & 0o777);
}

/**
 * Runs something alone, among all processes of this machine that lock the same folder. The lock is a transaction on an
 * empty SQLite file: the operating system drops it with the process, however that ends, so there is no stale lock.
 *
 * Takes a folder that exists, and what to do; returns what that returned. Throws StoreError when this account may not
 * write the folder, or when it stays locked for a minute.
 */
export async function withLock<T>(folder: string, action: () => Promise<T>): Promise<T> {
  const file = join(folder, '.lock');
  let database: DatabaseSync | null = null;
  try {
    try {
      database = new DatabaseSync(file, { timeout: 0 });
      // A file that may only be read is opened all the same, and then locks no one out.
      await access(file, constants.W_OK);
      await begin(database, folder);
    } catch (error) {
      if (!isDenied(error) && codeOf(error) !== CANNOT_OPEN) throw error;
      throw storeError(`This account may not write ${folder}.`, error, 'denied');
    }
    await openToTheFolder(folder, file);
    return await action();
  } finally {
    database?.close();
  }
}
