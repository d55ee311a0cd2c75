import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { errorMessage } from '@space/store';
import { create, extract } from 'tar';
import { databaseIn, DATA_FILES, VERSION_FILE } from '../backend/dataFolder.ts';
import { flushNow } from '../backend/files.ts';
import { startError } from '../startError.ts';

// A tar of the database's folder and the private files. It begins with the record of the versions.

const FIRST_FILE = `database/${VERSION_FILE}`;
const INCLUDED = ['database', ...DATA_FILES];
const EARLIER_BACKUPS =
  'If a version before November 28 made it: restore it with commit bd380de3, and start this version with that DATA_DIR.';

export interface Content {
  accounts: number;
  tasks: number;
}

/** Writes the data of a locked data directory to a file, which gets its name when it is complete. Throws a StartError. */
export async function writeBackup(dataDir: string, file: string): Promise<void> {
  const draft = `${file}.draft`;
  const included = INCLUDED.filter((name) => existsSync(join(dataDir, name)));
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const options = { file: draft, cwd: dataDir, gzip: true, portable: true, mode: 0o600 };
    await create(options, [FIRST_FILE, ...included]);
    flushNow(draft);
    renameSync(draft, file);
    flushNow(dirname(file));
  } catch (error) {
    if (existsSync(draft)) rmSync(draft);
    throw startError(`The data could not be saved in ${file}: ${errorMessage(error)}.`, error);
  }
}

const timeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Keeps a copy in the folder `backups`, unless one there is newer than the last start. Returns its path. */
export async function keepCopy(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'backups');
  const newest = join(folder, globSync('*.tar.gz', { cwd: folder }).sort().at(-1) ?? '.tar.gz');
  // The engine writes this file at each start.
  const started = timeOf(join(databaseIn(dataDir), 'global/pg_control'));
  if (started > 0 && timeOf(newest) >= started) return newest;
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.tar.gz`);
  await writeBackup(dataDir, file);
  return file;
}

/** Unpacks a backup into a new folder, which the caller deletes, and opens its database. Throws a StartError. */
export async function readBackup(file: string, folder: string): Promise<Content> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let first: string | undefined;
  let foreign: string | undefined;
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      filter(path, entry) {
        first ??= path;
        const isFile = 'type' in entry && (entry.type === 'File' || entry.type === 'Directory');
        const isKnown = isFile && INCLUDED.includes(path.split('/')[0] ?? '');
        // Backups of before November 29 have that file.
        if (!isKnown && path !== 'known-addresses') foreign ??= path;
        return isKnown;
      },
    });
    if (first !== FIRST_FILE) throw new Error(`it begins with ${first ?? 'nothing'}`);
    if (foreign !== undefined) throw new Error(`${foreign} does not belong to it`);
  } catch (error) {
    const reason = errorMessage(error).replace(/\.$/, '');
    const message = `${file} is not a complete backup of Better Space: ${reason}. ${EARLIER_BACKUPS}`;
    throw startError(message, error);
  }
  try {
    await using engine = await PGlite.create(databaseIn(folder));
    const { rows } = await engine.query<Content>(
      'select (select count(*) from auth.users)::int as accounts, (select count(*) from public.tasks)::int as tasks',
    );
    return rows[0] ?? { accounts: 0, tasks: 0 };
  } catch (error) {
    throw startError(`The database in ${file} cannot be opened: ${errorMessage(error)}.`, error);
  }
}

export async function checkBackup(file: string): Promise<Content> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'better-space-'));
  return await readBackup(file, folder.path);
}
