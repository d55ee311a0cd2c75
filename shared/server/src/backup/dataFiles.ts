import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../backend/files.ts';

/**
 * The files of a data directory that a backup includes besides the database: the secrets, without which everyone would
 * have to sign in again, the addresses of earlier sign-ins, and the tokens of teams.
 */
const INCLUDED = /^(?:secrets\.json|known-addresses|release-tokens\/[0-9a-f]{8}\.json)$/;
const TOKENS = 'release-tokens';

/** A file of a data directory: its name there, and its text. */
export interface DataFile {
  file: string;
  text: string;
}

/** Reads the files of a data directory that a backup includes. */
export function readDataFiles(dataDir: string): DataFile[] {
  const tokens = existsSync(join(dataDir, TOKENS)) ? readdirSync(join(dataDir, TOKENS)).sort() : [];
  return ['secrets.json', 'known-addresses', ...tokens.map((name) => `${TOKENS}/${name}`)]
    .filter((file) => isDataFile(file) && existsSync(join(dataDir, file)))
    .map((file) => ({ file, text: readFileSync(join(dataDir, file), 'utf8') }));
}

/** Whether a backup may contain a file of that name. Only such files are written on a restore. */
export const isDataFile = (file: string) => INCLUDED.test(file);

/** Returns the paths of those files that exist in a data directory with different content. */
export const findDifferingFiles = (dataDir: string, files: readonly DataFile[]) =>
  files
    .map(({ file, text }) => ({ file: join(dataDir, file), text }))
    .filter(({ file, text }) => existsSync(file) && readFileSync(file, 'utf8') !== text)
    .map(({ file }) => file);

export function writeDataFiles(dataDir: string, files: readonly DataFile[]): void {
  for (const { file, text } of files) {
    if (file.startsWith(TOKENS)) mkdirSync(join(dataDir, TOKENS), { recursive: true, mode: 0o700 });
    writeFileAtomically(join(dataDir, file), text);
  }
}
