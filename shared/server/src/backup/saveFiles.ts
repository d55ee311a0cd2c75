import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { backupError } from './backupError.ts';
import { checkBackup, type Summary } from './checkBackup.ts';
import type { SaveWish } from './saveMain.ts';
import { draftOf } from './writeBackup.ts';

const MAIN = fileURLToPath(new URL('saveMain.ts', import.meta.url));
/** No backup takes so long. */
const LONGEST = 6 * 3_600_000;

/** Puts a copy of a database's files into a folder: as they are at one moment, and as a killed process would leave them. */
export type CopyFiles = (to: string) => void | Promise<void>;

/** What a backup is made of: the files of the embedded database, or a PostgreSQL at an address. */
export type Source = { copyFiles: CopyFiles } | { address: string };

/** A backup that was made. */
export interface Saved {
  file: string;
  summary: Summary;
}

/** Saves a database before something happens to it. Takes why; rejects with a BackupError. */
export type Save = (reason: string, source: Source) => Promise<Saved>;

interface Wish extends Omit<SaveWish, 'from' | 'madeAt'> {
  madeAt: Date;
  source: Source;
  /** No one waits for it: it gets less of the processor than the server. */
  yields: boolean;
  /** Ends it before it is finished. */
  signal?: AbortSignal | undefined;
}

/**
 * Saves a database in a file, beside the server: the files of the embedded one are copied, which is all that a request may have to wait
 * for, and a process of its own reads the copy; a PostgreSQL is asked by that process. The file is read again before it counts.
 *
 * Returns what is in it. Rejects with a BackupError; then there is no such file.
 */
export async function saveFiles({ source, madeAt, yields, signal, ...wish }: Wish): Promise<Summary> {
  const folder = dirname(wish.file);
  const copy = join(folder, `.${basename(wish.file)}.copy`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    forgetUnfinished(folder);
    if ('copyFiles' in source) await source.copyFiles(copy);
    const from = 'address' in source ? { address: source.address } : { copy };
    await runApart({ ...wish, from, madeAt: madeAt.toISOString() }, yields, signal);
    return await checkBackup(wish.file);
  } catch (error) {
    remove(wish.file);
    const reason = error instanceof Error ? error.message : String(error);
    throw backupError(`The data could not be saved in ${wish.file}: ${reason.replace(/\.$/, '')}.`, error);
  } finally {
    remove(copy);
    remove(draftOf(wish.file));
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // What is wrong with the folder was said when it was to be written.
  }
}

/** What no process works at any more. */
function forgetUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith('.'))) {
    const left = join(folder, name);
    if (statSync(left).mtimeMs < Date.now() - LONGEST) remove(left);
  }
}

async function runApart(wish: SaveWish, yields: boolean, signal: AbortSignal | undefined): Promise<void> {
  const words = ['--disable-warning=ExperimentalWarning', '--liftoff-only', MAIN];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'ignore', 'pipe'], signal });
  if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const complaint = text(child.stderr);
  const ended = once(child, 'close') as Promise<[number | null, string | null]>; // as Node documents it
  // A process that ended before it has read says why itself.
  child.stdin.on('error', () => {}).end(JSON.stringify(wish));
  const [code, killedBy] = await ended;
  if (code !== 0) throw new Error((await complaint).trim() || `it was ended by ${killedBy ?? String(code)}`);
}
