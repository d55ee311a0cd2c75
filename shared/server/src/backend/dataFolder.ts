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

/** The path of the database in a data directory. */
export const databaseIn = (directory: string) => join(directory, 'database');

/** The private files beside the database: the secrets, and the tokens of teams. */
export const DATA_FILES = ['secrets.json', 'release-tokens'];

const SQLITE_BUSY = 5;

/**
 * Locks the data directory for this process, or throws a StartError that names the process which has it. Two PGlite
 * processes on one directory silently destroy each other's rows. The lock is an exclusive SQLite transaction, which the
 * operating system releases when the process ends: no stale lock, no reused pid, no race between two processes.
 */
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
    throw startError(
      isTaken
        ? `The data directory ${directory} is in use by process ${holder}. Stop that server first, or set DATA_DIR to another directory.`
        : `The data directory ${directory} cannot be used: ${errorMessage(error)}.`,
      error,
    );
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
  const parent = dirname(directory);
  if (parent !== directory) makeDirectory(parent);
  mkdirSync(directory, { mode: 0o700 });
}

/**
 * Creates the database of a data directory. If PGlite is killed while it creates a database, that can never be opened
 * again. So `build` creates it under another name, and it is renamed when it is complete and on the disk.
 */
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

/** The file in a database's folder that names the versions which wrote it last. */
export const VERSION_FILE = 'better-space.json';

function versionOf(name: string): string {
  const file = readText(findPackageJSON(name, import.meta.url) ?? '');
  return z.object({ version: z.string() }).parse(parseJson(file)).version;
}

/** The versions of this program: PGlite writes the files, lite the schema `auth`, the last migration the rest. */
export const ownVersions = () => ({
  pglite: versionOf('@electric-sql/pglite'),
  lite: versionOf('@supabase/lite'),
  schema: readMigrations().at(-1)?.version ?? '',
});

const versionLine = () => `${JSON.stringify(ownVersions())}\n`;

/** Whether this program's versions wrote a database last, so that opening it changes neither its format nor its schema. */
export const isOfThisVersion = (database: string): boolean =>
  readText(join(database, VERSION_FILE)) === versionLine();

/** The versions that wrote a database last, as far as it names them. */
export const versionsOf = (database: string): { pglite?: string } =>
  z.object({ pglite: z.string() }).safeParse(parseJson(readText(join(database, VERSION_FILE)))).data ?? {};

/** Records in a database's folder that this program's versions have written it. */
export function saveVersions(database: string): void {
  if (!isOfThisVersion(database)) writeFileAtomically(join(database, VERSION_FILE), versionLine());
}

const secret = z.string().check(z.minLength(32));
const secretsSchema = z.object({
  /** Signs every access token: with it one can act as any user, and as the administrator. */
  jwtSecret: secret,
  /** Public: every page contains it. */
  publishableKey: secret,
  /** Bypasses row-level security. Never leaves this machine. */
  secretKey: secret,
});
export type Secrets = z.infer<typeof secretsSchema>;

/**
 * Reads the secrets of a data directory. Returns null if there are none yet; throws a StartError for a damaged file, because
 * new secrets would sign everyone out.
 */
export function loadSecrets(directory: string): Secrets | null {
  const path = join(directory, 'secrets.json');
  if (!existsSync(path)) return null;
  const { data } = secretsSchema.safeParse(parseJson(readText(path)));
  if (data) return data;
  throw startError(
    `The secrets in ${path} are damaged. Restore them, or delete them: everyone then has to sign in again.`,
  );
}

/** Stores secrets for later starts. */
export const saveSecrets = (directory: string, secrets: Secrets): void =>
  writeFileAtomically(join(directory, 'secrets.json'), `${JSON.stringify(secrets, null, 2)}\n`);

const token = (bytes: number) => randomBytes(bytes).toString('base64url');

/** Generates the secrets of an installation. */
export const makeSecrets = (): Secrets => ({
  jwtSecret: token(48),
  publishableKey: `sb_publishable_${token(24)}`,
  secretKey: `sb_secret_${token(24)}`,
});
