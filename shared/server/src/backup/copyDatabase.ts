import { constants, copyFileSync, mkdirSync, readdirSync, rmSync, statSync, type Dirent } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isMissing } from '@space/store';
import type { Query } from './readTables.ts';

/** The part of the write-ahead log that a database needs: its first and last file name. */
interface LogRange {
  first: string;
  last: string;
}

/** The state of each file when it was copied: its relative path → its modification time and size. */
type Copied = Map<string, string>;

const LOG_FILE = /^pg_wal[/\\]([0-9A-F]{24})$/;
/** If the file system supports it, the copy shares its blocks with the original. */
const { COPYFILE_FICLONE } = constants;
/** A file modified so recently may change again without a different modification time. */
const RECENT_MILLISECONDS = 2_000;

/** Lists the files of a folder, and creates its subfolders in another one. */
function filesIn(from: string, to: string): string[] {
  const entries = readdirSync(from, { recursive: true, withFileTypes: true });
  const nameOf = ({ parentPath, name }: Dirent) => relative(from, join(parentPath, name));
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of entries)
    if (entry.isDirectory()) mkdirSync(join(to, nameOf(entry)), { recursive: true, mode: 0o700 });
  return entries.filter((entry) => entry.isFile()).map(nameOf);
}

function stateOf(file: string): string {
  const { mtimeMs, size } = statSync(file);
  return mtimeMs > Date.now() - RECENT_MILLISECONDS ? '' : `${mtimeMs} ${size}`;
}

/** Copies the files of a running database, except the log. Returns the state of each, as files may change meanwhile. */
async function copyWhileRunning(from: string, to: string): Promise<Copied> {
  const copied: Copied = new Map();
  for (const name of filesIn(from, to).filter((one) => !LOG_FILE.test(one))) {
    try {
      copied.set(name, stateOf(join(from, name)));
      await copyFile(join(from, name), join(to, name), COPYFILE_FICLONE);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return copied;
}

/** Copies the files of an idle database. Skips files unchanged since they were `copied`, and log files not `needed`. */
export function copyDatabase(from: string, to: string, copied: Copied = new Map(), needed?: LogRange): void {
  const names = filesIn(from, to).filter((name) => {
    const [, log] = LOG_FILE.exec(name) ?? [];
    return log === undefined || needed === undefined || (log >= needed.first && log <= needed.last);
  });
  for (const name of names) {
    const state = copied.get(name) ?? '';
    copied.delete(name);
    if (state === '' || state !== stateOf(join(from, name)))
      copyFileSync(join(from, name), join(to, name), COPYFILE_FICLONE);
  }
  for (const gone of copied.keys()) rmSync(join(to, gone), { force: true });
}

/** Writes all changes to the files, so that a copy opens without recovery. Returns the part of the log that it needs. */
async function checkpoint(query: Query): Promise<LogRange> {
  await query('checkpoint');
  const [range] = await query(
    `select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last from pg_control_checkpoint()`,
  );
  return { first: String(range?.['first']), last: String(range?.['last']) };
}

/**
 * Copies the files of a running database as of one moment: most of them while it works, and those changed since then while
 * it is idle. Takes a function that queries it, and one that runs a callback while no other query runs.
 */
export async function copyRunning(
  from: string,
  to: string,
  query: Query,
  runWhileIdle: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await checkpoint(query);
  const copied = await copyWhileRunning(from, to);
  await runWhileIdle(async () => copyDatabase(from, to, copied, await checkpoint(query)));
}
