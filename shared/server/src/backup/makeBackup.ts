import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { lockDirectory, type DirectoryLock } from '../backend/directoryLock.ts';
import { readText } from '../backend/files.ts';
import { databaseIn } from '../backend/firstBoot.ts';
import { isStartError } from '../startError.ts';
import { addressFileIn, BACKUP_PATH, type BackupResponse } from './backupEndpoint.ts';
import { backupError } from './backupError.ts';
import { describeBackup } from './checkBackup.ts';
import { copyDatabase } from './copyDatabase.ts';
import { createBackups } from './createBackups.ts';
import type { Source } from './saveFiles.ts';

/** The context of a command, besides its arguments. */
export interface CommandContext {
  dataDir: string;
  log: (line: string) => void;
}

/** Makes a backup in the data directory: by its server, or in this process if none runs. Rejects with a BackupError. */
export async function makeBackup({ dataDir }: CommandContext): Promise<BackupResponse> {
  if (!existsSync(databaseIn(dataDir))) throw backupError(`There is no database in ${dataDir} to save.`);
  let lock: DirectoryLock;
  try {
    lock = lockDirectory(dataDir);
  } catch (error) {
    if (isStartError(error)) return requestFromServer(dataDir, error);
    throw error;
  }
  try {
    return await makeHere(dataDir, { copyFiles: (to) => copyDatabase(databaseIn(dataDir), to) });
  } finally {
    lock.release();
  }
}

async function makeHere(dataDir: string, source: Source): Promise<BackupResponse> {
  const backups = createBackups({ dataDir, log: () => {}, reportFault: () => {} });
  const { file, summary } = await backups.makeNow(source);
  return { name: basename(file), content: describeBackup(summary) };
}

async function requestFromServer(dataDir: string, inUse: Error): Promise<BackupResponse> {
  const address = readText(addressFileIn(dataDir)).trim();
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${address}${BACKUP_PATH}`, { method: 'POST', headers }).catch(
    (error: unknown) => {
      throw backupError(`${inUse.message} It does not answer commands.`, error);
    },
  );
  if (!response.ok) throw backupError(await response.text());
  return (await response.json()) as BackupResponse; // sent by our own server
}
