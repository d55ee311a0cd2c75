import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../backend/files.ts';

/**
 * What of a data directory a backup holds besides the database: the secrets, without which everyone would have to sign in again;
 * from where people have signed in; and the tokens of teams. Mails, events and half-uploaded releases are not worth it.
 */
const KEPT = /^(?:secrets\.json|known-addresses|release-tokens\/[0-9a-f]{8}\.json)$/;
const TOKENS = 'release-tokens';

/** A file of a data directory: its name there, and its text. */
export interface KeptFile {
  file: string;
  text: string;
}

/** Reads them. */
export function readKept(dataDir: string): KeptFile[] {
  const tokens = existsSync(join(dataDir, TOKENS)) ? readdirSync(join(dataDir, TOKENS)).sort() : [];
  return ['secrets.json', 'known-addresses', ...tokens.map((name) => `${TOKENS}/${name}`)]
    .filter((file) => isKept(file) && existsSync(join(dataDir, file)))
    .map((file) => ({ file, text: readFileSync(join(dataDir, file), 'utf8') }));
}

/** Whether a backup may bring a file of that name: no other is written. */
export const isKept = (file: string) => KEPT.test(file);

/** Which of them a data directory has with another content. */
export const differing = (dataDir: string, files: readonly KeptFile[]) =>
  files
    .map(({ file, text }) => ({ file: join(dataDir, file), text }))
    .filter(({ file, text }) => existsSync(file) && readFileSync(file, 'utf8') !== text)
    .map(({ file }) => file);

export function writeKept(dataDir: string, files: readonly KeptFile[]): void {
  for (const { file, text } of files) {
    if (file.startsWith(TOKENS)) mkdirSync(join(dataDir, TOKENS), { recursive: true, mode: 0o700 });
    writeFileAtomically(join(dataDir, file), text);
  }
}
