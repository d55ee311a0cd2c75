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
import { makeBackup, type CommandContext } from '../backup/makeBackup.ts';
import { restoreDatabase } from '../backup/restoreDatabase.ts';
import { openWithMatchingEngine } from '../backup/versions.ts';
import { isStartError } from '../startError.ts';
import { createEnd, type End } from './end.ts';
import { openAddress } from './openAddress.ts';

/** Opens this server's database as the source of a move. It is not changed: the embedded database is read from a copy. */
export async function openOurSource(context: CommandContext, isRehearsal: boolean): Promise<End> {
  const { dataDir, databaseUrl } = context;
  if (databaseUrl !== undefined) return openShared(databaseUrl, isRehearsal);
  if (!existsSync(databaseIn(dataDir))) throw backupError(`There is no database in ${dataDir} to move.`);
  const { folder, remove } = temporaryFolder(dataDir);
  let lock: DirectoryLock | undefined;
  try {
    lock = await copyOurs(context, databaseIn(folder), isRehearsal);
    const database = await openWithMatchingEngine(databaseIn(folder));
    return createEnd({
      query: async (sql, parameters) => (await database.query<Record<string, unknown>>(sql, parameters)).rows,
      place: databaseIn(dataDir),
      auth: 'lite',
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
 * Copies the embedded database. Returns the lock that keeps a server from starting. If a server runs during a rehearsal,
 * it makes a backup, which is restored instead; then there is no lock.
 */
async function copyOurs(
  context: CommandContext,
  to: string,
  isRehearsal: boolean,
): Promise<DirectoryLock | undefined> {
  const { dataDir, log } = context;
  const lock = takeLock(dataDir, isRehearsal);
  if (lock) {
    copyDatabase(databaseIn(dataDir), to);
    return lock;
  }
  log('The server is running: this rehearsal uses a backup that it makes now.');
  const { name } = await makeBackup(context);
  const file = join(folderIn(dataDir), name);
  await restoreDatabase(to, file, await checkBackup(file));
  return undefined;
}

function takeLock(dataDir: string, isRehearsal: boolean): DirectoryLock | undefined {
  try {
    return lockDirectory(dataDir);
  } catch (error) {
    if (!isStartError(error)) throw error;
    if (!isRehearsal) throw backupError(`${error.message} ${CHANGES_ARE_LOST}`, error);
    return undefined;
  }
}

/** Opens this server's database as the target of a move. A rehearsal uses a copy of the embedded database. */
export async function openOurTarget(context: CommandContext, isRehearsal: boolean): Promise<End> {
  const { dataDir, databaseUrl } = context;
  if (databaseUrl !== undefined) return openShared(databaseUrl, isRehearsal);
  if (!isRehearsal) return openEmbedded(dataDir, dataDir, true);
  const { folder, remove } = temporaryFolder(dataDir);
  try {
    if (existsSync(databaseIn(dataDir))) (await copyOurs(context, databaseIn(folder), false))?.release();
    const end = await openEmbedded(folder, dataDir, false);
    return { ...end, close: () => end.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

const CHANGES_ARE_LOST = 'Changes that users make during the move would be lost.';

/** Opens the PostgreSQL database of this site. Unless it is a rehearsal, no server may be connected to it. */
async function openShared(databaseUrl: string, isRehearsal: boolean): Promise<End> {
  const end = await openAddress(databaseUrl, 'DATABASE_URL', 'lite');
  const [others] = await end.query(
    `select count(*)::int as servers from pg_stat_activity
       where datname = current_database() and application_name = 'better-space' and pid <> pg_backend_pid()`,
  );
  if (isRehearsal || others?.['servers'] === 0) return end;
  await end.close();
  throw backupError(`A server is using ${end.place}. Stop all servers first. ${CHANGES_ARE_LOST}`);
}

/** Opens the embedded database like the server does: created if missing, upgraded, with all migrations. */
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
  return createEnd({ query, place: databaseIn(dataDir), auth: 'lite', close });
}

/** Creates a temporary folder. If there is a database, it is beside the backups: a later backup deletes leftovers there. */
function temporaryFolder(dataDir: string) {
  const isThere = existsSync(databaseIn(dataDir));
  if (isThere) mkdirSync(folderIn(dataDir), { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(isThere ? folderIn(dataDir) : tmpdir(), '.move-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
