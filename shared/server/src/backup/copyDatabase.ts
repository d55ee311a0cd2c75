import { constants, copyFileSync, mkdirSync, readdirSync, rmSync, statSync, type Dirent } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isMissing } from '@space/store';
import type { Ask } from './ask.ts';

/** The part of the write-ahead log that a database needs, by the names of its files. */
interface LogRange {
  first: string;
  last: string;
}

/** What a file of a database was when it was copied: its name there → when it was changed, and how long it was. */
type Copied = Map<string, string>;

const LOG_FILE = /^pg_wal[/\\]([0-9A-F]{24})$/;
/** Where disks can, both files share their blocks. */
const { COPYFILE_FICLONE } = constants;
/** What was changed so shortly before it was copied may be changed again without another time. */
const SHORTLY = 2_000;

/** The files of a folder, and its folders made in another one. */
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
  return mtimeMs > Date.now() - SHORTLY ? '' : `${mtimeMs} ${size}`;
}

/** Copies what does not change while it is copied, as far as it can be known, beside a database at work. */
async function copyMost(from: string, to: string): Promise<Copied> {
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

/** Copies the files of a database that no one changes meanwhile; without those that were copied as they are now. */
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

/** Brings all changes into the files, so that a copy of them opens at once; returns what of the log it needs even so. */
async function settleFiles(ask: Ask): Promise<LogRange> {
  await ask('checkpoint');
  const [range] = await ask(
    `select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last from pg_control_checkpoint()`,
  );
  return { first: String(range?.['first']), last: String(range?.['last']) };
}

/**
 * Copies the files of a database at work, as they are at one moment: most of them beside it, and what has changed since while it
 * rests. Takes how it is asked, and what lets it rest while something is done.
 */
export async function copyRunning(
  from: string,
  to: string,
  ask: Ask,
  rest: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await settleFiles(ask);
  const copied = await copyMost(from, to);
  await rest(async () => copyDatabase(from, to, copied, await settleFiles(ask)));
}
