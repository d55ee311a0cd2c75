import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { databaseIn, DATA_FILES, lockDirectory } from '../backend/dataFolder.ts';
import { flushAll, flushNow } from '../backend/files.ts';
import { startError } from '../startError.ts';
import { checkBackup, readBackup, writeBackup, type Content } from './backupFile.ts';
import { writeSql } from './sqlFile.ts';

const USAGE = `npm run data -- backup <file>    saves accounts, tasks and secrets in one file
npm run data -- restore <file>   puts them into a DATA_DIR that has no data yet
npm run data -- sql <file>       writes accounts and tasks as SQL for an empty Supabase project

Stop the server first. The data is in DATA_DIR.`;

interface Context {
  dataDir: string;
  log: (line: string) => void;
}

const describe = ({ accounts, tasks }: Content) =>
  `${accounts} account${accounts === 1 ? '' : 's'}, ${tasks} task${tasks === 1 ? '' : 's'}`;

function checkTarget(file: string, dataDir: string): void {
  if (existsSync(file)) throw startError(`${file} already exists.`);
  if (!existsSync(dirname(file))) throw startError(`There is no folder ${dirname(file)}.`);
  if (!existsSync(databaseIn(dataDir))) throw startError(`There is no data in ${dataDir} yet.`);
}

async function backup(file: string, { dataDir, log }: Context): Promise<void> {
  checkTarget(file, dataDir);
  await writeBackup(dataDir, file);
  try {
    log(`Saved in ${file}, and read again: ${describe(await checkBackup(file))}.`);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
  log('It holds password hashes and the secrets of this installation: whoever reads it can act as any user.');
}

/**
 * Moves complete data from a folder into a data directory without a database, which comes last. Throws a StartError, before
 * it moves anything, if a private file is in the way.
 */
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

async function restore(file: string, { dataDir, log }: Context): Promise<void> {
  if (existsSync(databaseIn(dataDir)))
    throw startError(
      `There is already data in ${dataDir}: move ${databaseIn(dataDir)} away, or set DATA_DIR to an empty folder.`,
    );
  const draft = join(dataDir, 'restored.draft');
  try {
    rmSync(draft, { recursive: true, force: true });
    const content = await readBackup(file, draft);
    moveIntoPlace(draft, dataDir);
    log(`Restored in ${dataDir}: ${describe(content)}.`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function sql(file: string, { dataDir, log }: Context): Promise<void> {
  checkTarget(file, dataDir);
  log(`Written to ${file}: ${describe(await writeSql(dataDir, file))}.`);
  log(`Load it into an empty Supabase project, after "supabase db push": psql <its address> -f ${file}`);
  log(
    'Everyone signs in there with the same password. Addresses of calendars do not move: each user makes a new one.',
  );
  log('The file holds password hashes: delete it when it is loaded.');
}

const COMMANDS = new Map(Object.entries({ backup, restore, sql }));

/**
 * `npm run data`: saves and restores the data of a stopped server, or writes it as SQL. Takes the arguments, the data
 * directory, and a function that prints a line. Throws an Error with a sentence for the operator; nothing is then changed.
 */
export async function dataCommand(args: readonly string[], context: Context): Promise<void> {
  const [name = '', file, ...others] = args;
  const command = COMMANDS.get(name);
  if (args.length === 0) return context.log(USAGE);
  if (command === undefined || file === undefined || others.length > 0) throw new Error(`Usage:\n${USAGE}`);
  const lock = lockDirectory(context.dataDir);
  try {
    await command(resolve(file), context);
  } finally {
    lock.release();
  }
}
