import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Why a backup was made: each day; before a change of the schema or the engine; on request. Seven of each are kept. */
export type Kind = 'daily' | 'change' | 'asked';
const KEPT = 7;

export interface BackupFile {
  file: string;
  kind: Kind;
  madeAt: string;
  bytes: number;
}

/** 2026-11-25T13-26-00.123Z-daily.backup.gz: without colons, which Windows does not allow in file names. */
const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-(daily|change|asked)\.backup\.gz$/;

export const folderIn = (dataDir: string) => join(dataDir, 'backups');

/** The path of a new backup. */
export const fileFor = (dataDir: string, kind: Kind, at: Date) =>
  join(folderIn(dataDir), `${at.toISOString().replaceAll(':', '-')}-${kind}.backup.gz`);

/** The backups in a data directory, the newest first. */
export function listBackups(dataDir: string): BackupFile[] {
  const folder = folderIn(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day = '', hours, minutes, seconds, kind] = NAME.exec(name) ?? [];
      if (day === '') return [];
      const file = join(folder, name);
      const madeAt = `${day}${hours}:${minutes}:${seconds}`;
      return [{ file, kind: kind as Kind, madeAt, bytes: statSync(file).size }]; // as NAME has it
    })
    .sort((one, other) => other.madeAt.localeCompare(one.madeAt));
}

export const newestIn = (dataDir: string) => listBackups(dataDir)[0] ?? null;

/** Deletes all but the newest seven backups of a kind. */
export function deleteOld(dataDir: string, kind: Kind): void {
  const all = listBackups(dataDir).filter((one) => one.kind === kind);
  for (const { file } of all.slice(KEPT)) rmSync(file, { force: true });
}
