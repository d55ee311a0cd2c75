import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, constants } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { create, extract } from 'tar';
import { databaseIn, DATA_FILES, VERSION_FILE } from '../backend/dataFolder.ts';
import { flushNow } from '../backend/files.ts';
import { startError } from '../startError.ts';

// A backup is a tar, compressed with gzip, of the database's folder and of the private files beside it. Its first file is
// the record of the versions that wrote the database; no other archive begins with it.

const FIRST_FILE = `database/${VERSION_FILE}`;
const INCLUDED = ['database', ...DATA_FILES];
/** A backup of the server until commit bd380de3: lines of JSON, which no code here reads. */
const EARLIER_FORMAT = '{"backup":"better-space"';

/** The number of accounts and tasks in a backup. */
export interface Content {
  accounts: number;
  tasks: number;
}

/**
 * Writes the data of a data directory to a file that only its owner may read. The file gets its name when it is complete and
 * on the disk. Call it while holding the directory's lock. Throws a StartError; there is then no such file.
 */
export async function writeBackup(dataDir: string, file: string): Promise<void> {
  const draft = `${file}.draft`;
  const included = INCLUDED.filter((name) => existsSync(join(dataDir, name)));
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    await create({ file: draft, cwd: dataDir, gzip: true, portable: true, mode: 0o600 }, [
      FIRST_FILE,
      ...included,
    ]);
    flushNow(draft);
    renameSync(draft, file);
    flushNow(dirname(file));
  } catch (error) {
    if (existsSync(draft)) rmSync(draft);
    throw startError(`The data could not be saved in ${file}: ${reasonOf(error)}.`, error);
  }
}

/** Keeps a copy of a data directory in its folder `backups`. Returns its path. Throws a StartError. */
export async function keepCopy(dataDir: string): Promise<string> {
  const file = join(dataDir, 'backups', `${new Date().toISOString().replaceAll(':', '-')}.tar.gz`);
  await writeBackup(dataDir, file);
  return file;
}

/**
 * Unpacks a backup into a new folder and opens its database there. Returns what it contains. Throws a StartError that says
 * what is wrong with the file; the caller deletes the folder.
 */
export async function readBackup(file: string, folder: string): Promise<Content> {
  checkStart(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let foreign: string | null = null;
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      filter: (path, entry) => {
        const isOurs =
          INCLUDED.some((name) => path === name || path.startsWith(`${name}/`)) &&
          'type' in entry &&
          (entry.type === 'File' || entry.type === 'Directory');
        if (!isOurs) foreign ??= path;
        return isOurs;
      },
    });
  } catch (error) {
    throw startError(`${file} is damaged or incomplete: ${reasonOf(error)}.`, error);
  }
  if (foreign !== null)
    throw startError(`${file} contains something that no backup has: ${String(foreign)}.`);
  return readContent(databaseIn(folder), file);
}

/** Reads a backup into a temporary folder, which shows that it can be restored. Returns what it contains. */
export async function checkBackup(file: string): Promise<Content> {
  const folder = mkdtempSync(join(tmpdir(), 'better-space-backup-'));
  try {
    return await readBackup(file, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws a StartError if a file does not begin as a backup does. */
function checkStart(file: string): void {
  const start = readStart(file);
  if (start.startsWith(EARLIER_FORMAT))
    throw startError(
      `${file} was made by an earlier version, whose backups this one does not read: restore it with commit bd380de3 of Better Space, then start this version with that DATA_DIR.`,
    );
  if (!start.startsWith(`${FIRST_FILE}\0`)) throw startError(`${file} is not a backup of Better Space.`);
}

/** The first text in a compressed file, or '' if it is not compressed. */
function readStart(file: string): string {
  const bytes = Buffer.alloc(4096);
  try {
    const opened = openSync(file, 'r');
    const length = readSync(opened, bytes);
    closeSync(opened);
    return gunzipSync(bytes.subarray(0, length), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) return '';
    throw startError(`${file} cannot be read: ${reasonOf(error)}.`, error);
  }
}

async function readContent(database: string, file: string): Promise<Content> {
  try {
    const engine = await PGlite.create(database);
    try {
      const { rows } = await engine.query<Content>(
        'select (select count(*) from auth.users)::int as accounts, (select count(*) from public.tasks)::int as tasks',
      );
      return rows[0] ?? { accounts: 0, tasks: 0 };
    } finally {
      await engine.close();
    }
  } catch (error) {
    throw startError(`The database in ${file} cannot be opened: ${reasonOf(error)}.`, error);
  }
}

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
