import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorMessage } from '@space/store';
import { databaseIn, DATA_FILES, lockDirectory } from '../backend/dataFolder.ts';
import { flushAll, flushNow } from '../backend/files.ts';
import { readFolders } from '../settings.ts';
import { startError } from '../startError.ts';
import { checkBackup, readBackup, writeBackup, type Content } from './backupFile.ts';
import { writeSql } from './sqlFile.ts';

const USAGE = `npm run data -- backup <file>    saves accounts, tasks and secrets in one file
npm run data -- restore <file>   puts them into a DATA_DIR that has no data yet
npm run data -- sql <file>       writes accounts and tasks as SQL for an empty Supabase project

Stop the server first. The data is in DATA_DIR.`;

const describe = ({ accounts, tasks }: Content) =>
  `${accounts} account${accounts === 1 ? '' : 's'}, ${tasks} task${tasks === 1 ? '' : 's'}`;

/** Throws a StartError unless there is data, and a place for a new file. */
function checkTarget(file: string, dataDir: string): void {
  if (existsSync(file)) throw startError(`${file} already exists.`);
  if (!existsSync(dirname(file))) throw startError(`There is no folder ${dirname(file)}.`);
  if (!existsSync(databaseIn(dataDir))) throw startError(`There is no data in ${dataDir} yet.`);
}

/** Moves data into place, the database last. Throws a StartError, before anything moves, if a file is in the way. */
function moveIntoPlace(from: string, directory: string): void {
  const names = DATA_FILES.filter((name) => existsSync(join(from, name)));
  const present = names.find((name) => existsSync(join(directory, name)));
  if (present !== undefined)
    throw startError(`There is already a ${present} in ${directory}: move it away first.`);
  flushAll(from);
  for (const name of names) renameSync(join(from, name), join(directory, name));
  flushNow(directory);
  renameSync(databaseIn(from), databaseIn(directory));
  flushNow(directory);
}

const COMMANDS = {
  async backup(file: string, dataDir: string): Promise<string> {
    checkTarget(file, dataDir);
    await writeBackup(dataDir, file);
    try {
      return `Saved in ${file}, and read again: ${describe(await checkBackup(file))}.
It holds password hashes and the secrets of this installation: whoever reads it can act as any user.`;
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    }
  },

  async restore(file: string, dataDir: string): Promise<string> {
    const database = databaseIn(dataDir);
    if (existsSync(database))
      throw startError(
        `There is already data in ${dataDir}: move ${database} away, or set DATA_DIR to an empty folder.`,
      );
    const draft = join(dataDir, 'restored.draft');
    try {
      rmSync(draft, { recursive: true, force: true });
      const content = await readBackup(file, draft);
      moveIntoPlace(draft, dataDir);
      return `Restored in ${dataDir}: ${describe(content)}.`;
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  },

  async sql(file: string, dataDir: string): Promise<string> {
    checkTarget(file, dataDir);
    return `Written to ${file}: ${describe(await writeSql(dataDir, file))}.
Load it into an empty Supabase project, after "supabase db push": psql <its address> -v ON_ERROR_STOP=1 -f ${file}
Everyone signs in there with the same password. Addresses of calendars do not move: each user makes a new one.
The file holds password hashes: delete it when it is loaded.`;
  },
};

/** `npm run data`. Returns what to print. Throws an Error with a sentence; nothing is then changed. */
export async function dataCommand([name, file, ...others]: readonly string[], dataDir: string) {
  if (name === undefined) return USAGE;
  const command = new Map(Object.entries(COMMANDS)).get(name);
  if (command === undefined || file === undefined || others.length > 0) throw new Error(`Usage:\n${USAGE}`);
  const lock = lockDirectory(dataDir);
  try {
    return await command(resolve(file), dataDir);
  } finally {
    lock.release();
  }
}

if (import.meta.main) {
  try {
    const { dataDir } = readFolders(process.env);
    if (process.env['SUPABASE_URL'])
      throw new Error(
        'A Supabase project has its own backups: its accounts and tasks are not on this machine.',
      );
    console.log(await dataCommand(process.argv.slice(2), dataDir));
    process.exit(0);
  } catch (error) {
    console.error(errorMessage(error));
    process.exit(1);
  }
}
