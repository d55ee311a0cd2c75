import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { create, extract } from 'tar';
import { databaseIn, DATA_FILES, VERSION_FILE } from '../backend/dataFolder.ts';
import { flushNow } from '../backend/files.ts';
import { startError } from '../startError.ts';

// A backup is a tar, compressed with gzip, of the database's folder and of the private files beside it. Its first file is
// the record of the versions that wrote the database; no other archive begins with it.

const FIRST_FILE = `database/${VERSION_FILE}`;
const INCLUDED = ['database', ...DATA_FILES];
const EARLIER_BACKUPS =
  'If a version before November 28 made it: restore it with commit bd380de3, and start this version with that DATA_DIR.';
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

/** The newest file in a folder and below it, with the time of its last change in milliseconds. */
function newestIn(folder: string): { path: string; time: number } {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const files = isFolder ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path, time: Math.floor(statSync(path).mtimeMs) }))
    .reduce((one, other) => (other.time > one.time ? other : one), { path: '', time: 0 });
}

/**
 * Keeps a copy of a data directory in its folder `backups`, unless the newest one there is newer than the database. Returns
 * its path. Throws a StartError.
 */
export async function keepCopy(dataDir: string): Promise<string> {
  const newest = newestIn(join(dataDir, 'backups'));
  if (newest.path.endsWith('.tar.gz') && newest.time >= newestIn(databaseIn(dataDir)).time)
    return newest.path;
  const file = join(dataDir, 'backups', `${new Date().toISOString().replaceAll(':', '-')}.tar.gz`);
  await writeBackup(dataDir, file);
  return file;
}

/**
 * Unpacks a backup into a new folder and opens its database there. Returns what it contains. Throws a StartError that says
 * what is wrong with the file; the caller deletes the folder.
 */
export async function readBackup(file: string, folder: string): Promise<Content> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let first: string | undefined;
  let foreign: string | undefined;
  const isOurs = (path: string) => INCLUDED.some((name) => path === name || path.startsWith(`${name}/`));
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      filter(path, entry) {
        first ??= path;
        const isKnown =
          isOurs(path) && 'type' in entry && (entry.type === 'File' || entry.type === 'Directory');
        if (!isKnown) foreign ??= path;
        return isKnown;
      },
    });
    if (first !== FIRST_FILE) throw new Error(`it begins with ${first ?? 'nothing'}`);
    if (foreign !== undefined) throw new Error(`${foreign} does not belong to it`);
  } catch (error) {
    throw startError(
      `${file} is not a complete backup of Better Space: ${reasonOf(error)}. ${EARLIER_BACKUPS}`,
      error,
    );
  }
  try {
    return await withEngine(databaseIn(folder), countContent);
  } catch (error) {
    throw startError(`The database in ${file} cannot be opened: ${reasonOf(error)}.`, error);
  }
}

async function countContent(engine: PGlite): Promise<Content> {
  const { rows } = await engine.query<Content>(
    'select (select count(*) from auth.users)::int as accounts, (select count(*) from public.tasks)::int as tasks',
  );
  return rows[0] ?? { accounts: 0, tasks: 0 };
}

/** Reads a backup into a temporary folder, which shows that it can be restored. Returns what it contains. */
export const checkBackup = (file: string): Promise<Content> =>
  inTemporaryFolder((folder) => readBackup(file, folder));

/** Opens a copy of a data directory's database for some work. Returns its result. Call it while holding the lock. */
export const withCopy = <T>(dataDir: string, work: (engine: PGlite) => Promise<T>): Promise<T> =>
  inTemporaryFolder((folder) => {
    cpSync(databaseIn(dataDir), databaseIn(folder), { recursive: true });
    return withEngine(databaseIn(folder), work);
  });

async function withEngine<T>(database: string, work: (engine: PGlite) => Promise<T>): Promise<T> {
  const engine = await PGlite.create(database);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'better-space-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
