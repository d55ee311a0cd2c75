import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const PATIENCE_MILLISECONDS = 60_000;

/**
 * Runs something alone, among all processes of this machine that lock the same folder. The lock is a transaction on an
 * empty SQLite file: the operating system drops it with the process, however that ends, so there is no stale lock.
 *
 * Takes a folder that exists and can be written, and what to do; returns what that returned. Throws when the folder stays
 * locked for a minute.
 */
export async function withLock<T>(folder: string, action: () => Promise<T>): Promise<T> {
  const database = new DatabaseSync(join(folder, '.lock'), { timeout: PATIENCE_MILLISECONDS });
  try {
    database.exec('BEGIN IMMEDIATE');
    return await action();
  } finally {
    database.close();
  }
}
