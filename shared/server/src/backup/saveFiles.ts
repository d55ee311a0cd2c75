import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { backupError } from './backupError.ts';
import { checkBackup, type Summary } from './checkBackup.ts';
import type { SaveInput } from './saveMain.ts';
import { draftOf } from './writeBackup.ts';

const MAIN = fileURLToPath(new URL('saveMain.ts', import.meta.url));
/** The maximum duration of a backup. */
const MAX_DURATION = 6 * 3_600_000;

/** Copies a database's files into a folder, as of one moment, in the state that a killed process would leave. */
export type CopyFiles = (to: string) => void | Promise<void>;

/** The source of a backup: the files of the embedded database. */
export interface Source {
  copyFiles: CopyFiles;
}

/** A backup that was made. */
export interface Saved {
  file: string;
  summary: Summary;
}

/** Saves a database before a change. Takes the reason and the source; rejects with a BackupError. */
export type Save = (reason: string, source: Source) => Promise<Saved>;

interface Options extends Omit<SaveInput, 'copy' | 'madeAt'> {
  madeAt: Date;
  source: Source;
  /** For a backup that no one waits for: the process gets a lower priority than the server. */
  yields: boolean;
  /** Aborts the backup. */
  signal?: AbortSignal | undefined;
}

/**
 * Saves a database to a file without blocking the server: a child process queries a copy of the embedded
 * database's files; requests wait only for the copying. The finished file is read again and verified.
 *
 * Returns a summary of the backup. Rejects with a BackupError; then there is no such file.
 */
export async function saveFiles({ source, madeAt, yields, signal, ...options }: Options): Promise<Summary> {
  const folder = dirname(options.file);
  const copy = join(folder, `.${basename(options.file)}.copy`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    deleteUnfinished(folder);
    await source.copyFiles(copy);
    await runChild({ ...options, copy, madeAt: madeAt.toISOString() }, yields, signal);
    return await checkBackup(options.file);
  } catch (error) {
    tryRemove(options.file);
    const reason = error instanceof Error ? error.message : String(error);
    throw backupError(`The data could not be saved in ${options.file}: ${reason.replace(/\.$/, '')}.`, error);
  } finally {
    tryRemove(copy);
    tryRemove(draftOf(options.file));
  }
}

function tryRemove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // A problem with the folder has already been reported when writing to it failed.
  }
}

/** Deletes the temporary files of backups that were interrupted. */
function deleteUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith('.'))) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < Date.now() - MAX_DURATION) tryRemove(path);
  }
}

async function runChild(input: SaveInput, yields: boolean, signal: AbortSignal | undefined): Promise<void> {
  const args = ['--disable-warning=ExperimentalWarning', '--liftoff-only', MAIN];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'], signal });
  if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const stderr = text(child.stderr);
  const ended = once(child, 'close') as Promise<[number | null, string | null]>; // as Node documents it
  // If the process ends before it has read its input, its own error output tells why.
  child.stdin.on('error', () => {}).end(JSON.stringify(input));
  const [code, killedBy] = await ended;
  if (code !== 0)
    throw new Error((await stderr).trim() || `the process ended with ${killedBy ?? String(code)}`);
}
