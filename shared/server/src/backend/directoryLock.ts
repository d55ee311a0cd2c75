import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isStartError, startError } from '../startError.ts';
import { readText } from './files.ts';

export interface DirectoryLock {
  release(): void;
}

/**
 * Locks the data directory for this process, or throws a StartError that names the process which has it. Two PGlite
 * processes on one directory silently destroy each other's rows. The lock is an exclusive SQLite transaction, which the
 * operating system releases when the process ends: no stale lock, no reused pid, no race between two processes.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const pidFile = join(directory, 'server.pid');
  const database = makeUsable(directory, () => {
    makeDirectory(directory);
    const lock = takeLock(directory, pidFile);
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
    return lock;
  });
  return {
    release() {
      if (!database.isOpen) return;
      rmSync(pidFile, { force: true });
      database.close();
    },
  };
}

/** Creates folder by folder: below /proc and similar paths, `mkdirSync` with `recursive` never returns. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  const parent = dirname(directory);
  if (parent !== directory) makeDirectory(parent);
  mkdirSync(directory, { mode: 0o700 });
}

function makeUsable<T>(directory: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isStartError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw startError(`The data directory ${directory} cannot be used: ${reason}.`, error);
  }
}

function takeLock(directory: string, pidFile: string): DatabaseSync {
  const database = new DatabaseSync(join(directory, 'server.lock'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    const holder = readPid(pidFile);
    const who = holder === null ? 'another process' : `process ${holder}`;
    throw startError(
      `The data directory ${directory} is in use by ${who}. Stop that server first, or set DATA_DIR to another directory.`,
      error,
    );
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/** The pid of the process that holds the lock, or null if it has not written its pid yet or has ended. */
function readPid(pidFile: string): number | null {
  const pid = Number(readText(pidFile));
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'; // alive, under another user
  }
}
