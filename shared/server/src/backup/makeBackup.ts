import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { lockDirectory, type DirectoryLock } from '../backend/directoryLock.ts';
import { readText } from '../backend/files.ts';
import { databaseIn } from '../backend/firstBoot.ts';
import { isStartError } from '../startError.ts';
import { addressFileIn, BACKUP_PATH, type BackupAnswer } from './backupEndpoint.ts';
import { backupError } from './backupError.ts';
import { describeBackup } from './checkBackup.ts';
import { copyDatabase } from './copyDatabase.ts';
import { createBackups } from './createBackups.ts';
import type { Source } from './saveFiles.ts';

/** What the command is told, besides its words. */
export interface Surroundings {
  dataDir: string;
  /** The address of the PostgreSQL that keeps the data. Absent: the embedded database. */
  databaseUrl?: string | undefined;
  log: (line: string) => void;
}

/** Makes a backup among those of the data directory: by its server, or here where none runs. */
export async function makeBackup({ dataDir, databaseUrl }: Surroundings): Promise<BackupAnswer> {
  if (databaseUrl !== undefined) return makeHere(dataDir, { address: databaseUrl });
  if (!existsSync(databaseIn(dataDir))) throw backupError(`There is no database in ${dataDir} to save.`);
  let lock: DirectoryLock;
  try {
    lock = lockDirectory(dataDir);
  } catch (error) {
    if (isStartError(error)) return askServer(dataDir, error);
    throw error;
  }
  try {
    return await makeHere(dataDir, { copyFiles: (to) => copyDatabase(databaseIn(dataDir), to) });
  } finally {
    lock.release();
  }
}

async function makeHere(dataDir: string, source: Source): Promise<BackupAnswer> {
  const backups = createBackups({ dataDir, log: () => {}, reportFault: () => {} });
  const { file, summary } = await backups.ask(source);
  return { name: basename(file), content: describeBackup(summary) };
}

async function askServer(dataDir: string, inUse: Error): Promise<BackupAnswer> {
  const address = readText(addressFileIn(dataDir)).trim();
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${address}${BACKUP_PATH}`, { method: 'POST', headers }).catch(
    (error: unknown) => {
      throw backupError(`${inUse.message} It does not answer commands.`, error);
    },
  );
  if (!answer.ok) throw backupError(await answer.text());
  return (await answer.json()) as BackupAnswer; // our own server's
}
