import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend } from '../backend/backend.ts';
import { lockDirectory, type DirectoryLock } from '../backend/directoryLock.ts';
import { databaseIn } from '../backend/firstBoot.ts';
import { backupError } from '../backup/backupError.ts';
import { folderIn } from '../backup/backupFiles.ts';
import { checkBackup } from '../backup/checkBackup.ts';
import { copyDatabase } from '../backup/copyDatabase.ts';
import { createBackups } from '../backup/createBackups.ts';
import { makeBackup, type Surroundings } from '../backup/makeBackup.ts';
import { restoreDatabase } from '../backup/restoreDatabase.ts';
import { openWithItsEngine } from '../backup/versions.ts';
import { isStartError } from '../startError.ts';
import { createEnd, type End } from './end.ts';
import { openAddress } from './openAddress.ts';

/** Opens what this server keeps as the end that rows are read from. It stays as it is: the embedded database is read from a copy. */
export async function openOurSource(around: Surroundings, isRehearsal: boolean): Promise<End> {
  const { dataDir, databaseUrl } = around;
  if (databaseUrl !== undefined) return openShared(databaseUrl, isRehearsal);
  if (!existsSync(databaseIn(dataDir))) throw backupError(`There is no database in ${dataDir} to move.`);
  const { folder, remove } = temporaryFolder(dataDir);
  let lock: DirectoryLock | undefined;
  try {
    lock = await copyOurs(around, databaseIn(folder), isRehearsal);
    const database = await openWithItsEngine(databaseIn(folder));
    return createEnd({
      ask: async (sql, parameters) => (await database.query<Record<string, unknown>>(sql, parameters)).rows,
      place: databaseIn(dataDir),
      keeper: 'lite',
      async close() {
        await database.close();
        remove();
        lock?.release();
      },
    });
  } catch (error) {
    remove();
    lock?.release();
    throw error;
  }
}

/**
 * Copies the embedded database. Returns the lock that keeps a server from starting; none for a rehearsal while one runs, which is then
 * asked for a backup.
 */
async function copyOurs(
  around: Surroundings,
  to: string,
  isRehearsal: boolean,
): Promise<DirectoryLock | undefined> {
  const { dataDir, log } = around;
  const lock = takeLock(dataDir, isRehearsal);
  if (lock) {
    copyDatabase(databaseIn(dataDir), to);
    return lock;
  }
  log('The server runs: this is a rehearsal with a backup that it makes now.');
  const { name } = await makeBackup(around);
  const file = join(folderIn(dataDir), name);
  await restoreDatabase(to, file, await checkBackup(file));
  return undefined;
}

function takeLock(dataDir: string, isRehearsal: boolean): DirectoryLock | undefined {
  try {
    return lockDirectory(dataDir);
  } catch (error) {
    if (!isStartError(error)) throw error;
    if (!isRehearsal) throw backupError(`${error.message} ${STAYS}`, error);
    return undefined;
  }
}

/** Opens what this server keeps as the end that rows are put into. A rehearsal gets a copy of the embedded database. */
export async function openOurTarget(around: Surroundings, isRehearsal: boolean): Promise<End> {
  const { dataDir, databaseUrl } = around;
  if (databaseUrl !== undefined) return openShared(databaseUrl, isRehearsal);
  if (!isRehearsal) return openEmbedded(dataDir, dataDir, true);
  const { folder, remove } = temporaryFolder(dataDir);
  try {
    if (existsSync(databaseIn(dataDir))) (await copyOurs(around, databaseIn(folder), false))?.release();
    const end = await openEmbedded(folder, dataDir, false);
    return { ...end, close: () => end.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

const STAYS = 'What people change while they are moved would stay behind.';

/** A PostgreSQL that servers of ours share; none of them may be at work when it is not a rehearsal. */
async function openShared(databaseUrl: string, isRehearsal: boolean): Promise<End> {
  const end = await openAddress(databaseUrl, 'DATABASE_URL', 'lite');
  const [others] = await end.ask(
    `select count(*)::int as servers from pg_stat_activity
       where datname = current_database() and application_name = 'better-space' and pid <> pg_backend_pid()`,
  );
  if (isRehearsal || others?.['servers'] === 0) return end;
  await end.close();
  throw backupError(`A server works on ${end.place}. Stop all of them first. ${STAYS}`);
}

/** As the server would open it: made where there is none, brought to the versions that are installed, with all migrations. */
async function openEmbedded(folder: string, dataDir: string, isReal: boolean): Promise<End> {
  const report = (line: string) => console.error(line);
  const backend = await startBackend({
    dataDir: folder,
    siteUrl: 'http://127.0.0.1',
    confirmEmail: false,
    printsLinks: false,
    durability: isReal ? 'strict' : 'relaxed',
    backups: createBackups({ dataDir: folder, isOn: isReal, log: report, reportFault: report }),
    log: report,
    reportFault: report,
  });
  const { query, close } = backend;
  return createEnd({ ask: query, place: databaseIn(dataDir), keeper: 'lite', close });
}

/** Beside the backups, where there is a database: what a killed process leaves there is deleted by a later backup. */
function temporaryFolder(dataDir: string) {
  const isThere = existsSync(databaseIn(dataDir));
  if (isThere) mkdirSync(folderIn(dataDir), { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(isThere ? folderIn(dataDir) : tmpdir(), '.move-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
