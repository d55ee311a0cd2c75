import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { isDenied, storeError } from './readStore.ts';

const TIMEOUT_MILLISECONDS = 60_000;
/** The longest delay between two attempts. SQLite's own waiting would block the whole process, a server's included. */
const MAX_DELAY_MILLISECONDS = 25;
/** https://sqlite.org/rescode.html */
const BUSY = 5;
const CANNOT_OPEN = 14;

const codeOf = (error: unknown) =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null;

function begin(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (codeOf(error) === BUSY) return false;
    throw error;
  }
}

/**
 * Runs an action exclusively among all processes of this machine that lock the same folder, and returns its result. The lock
 * is a transaction on an empty SQLite file: the operating system drops it when the process ends, however that happens.
 * Throws StoreError if this account may not write the folder, or if it stays locked for a minute.
 */
export async function withLock<T>(folder: string, action: () => Promise<T>): Promise<T> {
  const file = join(folder, '.lock');
  let database: DatabaseSync | null = null;
  try {
    try {
      // Loaded here: the command `space` never locks a store, and also runs on a Node without SQLite.
      const sqlite = await import('node:sqlite');
      database = new sqlite.DatabaseSync(file, { timeout: 0 });
      // SQLite opens a read-only file as well, and then locks no one out.
      await access(file, constants.W_OK);
      const end = performance.now() + TIMEOUT_MILLISECONDS;
      while (!begin(database)) {
        if (performance.now() > end)
          throw storeError(`Another process has kept ${folder} locked for a minute; nothing was changed.`);
        await wait(Math.random() * MAX_DELAY_MILLISECONDS);
      }
    } catch (error) {
      if (!isDenied(error) && codeOf(error) !== CANNOT_OPEN) throw error;
      throw storeError(`This account may not write ${folder}.`, error, 'denied');
    }
    return await action();
  } finally {
    database?.close();
  }
}
