import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '@space/store';
import * as z from 'zod/mini';
import { startError } from '../startError.ts';
import { flushAll, flushNow, parseJson, readText, writeFileAtomically } from './files.ts';
import { readMigrations } from './migrations.ts';

export const databaseIn = (directory: string) => join(directory, 'database');

/** The private files beside the database. */
export const DATA_FILES = ['secrets.json', 'release-tokens'];

const SQLITE_BUSY = 5;

/** Two PGlite processes on one folder destroy each other's rows. The system frees the lock of one that ends. */
export function lockDirectory(directory: string) {
  const pidFile = join(directory, 'server.pid');
  let lock: DatabaseSync | undefined;
  try {
    makeDirectory(directory);
    lock = new DatabaseSync(join(directory, 'server.lock'), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    lock?.close();
    const isTaken = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
    const holder = readText(pidFile).trim() || 'that is starting';
    const reason = isTaken
      ? `is in use by process ${holder}. Stop that server first, or set DATA_DIR to another directory.`
      : `cannot be used: ${errorMessage(error)}.`;
    throw startError(`The data directory ${directory} ${reason}`, error);
  }
  return {
    release() {
      if (!lock.isOpen) return;
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

/** Creates folder by folder: below /proc and similar paths, `mkdirSync` with `recursive` never returns. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}

/** Creates a database under another name until it is complete: one whose creation was killed can never be opened. */
export async function createDatabase(
  directory: string,
  build: (path: string) => Promise<void>,
): Promise<void> {
  const draft = `${databaseIn(directory)}.init`;
  rmSync(draft, { recursive: true, force: true });
  await build(draft);
  saveVersions(draft);
  flushAll(draft);
  renameSync(draft, databaseIn(directory));
  flushNow(directory);
}

export const VERSION_FILE = 'better-space.json';

function versionOf(name: string): string {
  const file = readText(findPackageJSON(name, import.meta.url) ?? '');
  return z.object({ version: z.string() }).parse(parseJson(file)).version;
}

/** PGlite writes the files, lite the schema `auth`, the last migration the rest. */
const ownVersions = () => ({
  pglite: versionOf('@electric-sql/pglite'),
  lite: versionOf('@supabase/lite'),
  schema: readMigrations().at(-1)?.version ?? '',
});

const versionLine = () => `${JSON.stringify(ownVersions())}\n`;

/** Whether this program's versions wrote a database last. */
export const isOfThisVersion = (database: string): boolean =>
  readText(join(database, VERSION_FILE)) === versionLine();

/** If another version of PGlite wrote a database last: which one, as a part of a sentence. */
export function otherEngineOf(database: string): string | undefined {
  const written: unknown = parseJson(readText(join(database, VERSION_FILE)));
  const [theirs, ours] = [
    z.object({ pglite: z.string() }).safeParse(written).data?.pglite,
    ownVersions().pglite,
  ];
  return theirs === undefined || theirs === ours
    ? undefined
    : `PGlite ${theirs} wrote it, and this is PGlite ${ours}`;
}

/** Records in the folder of a database that this program's versions wrote it. */
export function saveVersions(database: string): void {
  if (!isOfThisVersion(database)) writeFileAtomically(join(database, VERSION_FILE), versionLine());
}

const secret = z.string().check(z.minLength(32));
const secretsSchema = z.object({
  /** Signs every access token. */
  jwtSecret: secret,
  /** In every page. */
  publishableKey: secret,
  /** Bypasses row-level security. */
  secretKey: secret,
});
export type Secrets = z.infer<typeof secretsSchema>;

/** The secrets of a data directory; null: none yet. A damaged file is a StartError, because new ones sign everyone out. */
export function loadSecrets(directory: string): Secrets | null {
  const path = join(directory, 'secrets.json');
  if (!existsSync(path)) return null;
  const { data } = secretsSchema.safeParse(parseJson(readText(path)));
  if (data) return data;
  const remedy = 'Restore them, or delete them: everyone then has to sign in again.';
  throw startError(`The secrets in ${path} are damaged. ${remedy}`);
}

export const saveSecrets = (directory: string, secrets: Secrets): void =>
  writeFileAtomically(join(directory, 'secrets.json'), `${JSON.stringify(secrets, null, 2)}\n`);

const token = (bytes: number) => randomBytes(bytes).toString('base64url');

export const makeSecrets = (): Secrets => ({
  jwtSecret: token(48),
  publishableKey: `sb_publishable_${token(24)}`,
  secretKey: `sb_secret_${token(24)}`,
});
