import { constants, copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lockDirectory, type DirectoryLock } from '../backend/directoryLock.ts';
import { flushNow, readText } from '../backend/files.ts';
import { databaseIn, ensureDatabase } from '../backend/firstBoot.ts';
import { isStartError } from '../startError.ts';
import { addressFileIn, BACKUP_PATH, type BackupAnswer } from './backupEndpoint.ts';
import { backupError } from './backupError.ts';
import { folderIn, listBackups } from './backupFiles.ts';
import { checkBackup, describeBackup, sizeOf, type Summary } from './checkBackup.ts';
import { copyDatabase } from './copyDatabase.ts';
import { createBackups } from './createBackups.ts';
import { differing, writeKept } from './files.ts';
import { restoreDatabase, type Restored } from './restoreDatabase.ts';
import type { Source } from './saveFiles.ts';
import { withNewSecrets } from './withNewSecrets.ts';

const USAGE = `npm run data -- backup [file]
npm run data -- restore <file> [--sign-out]
npm run data -- verify <file>
npm run data -- list`;

/** What the command is told, besides its words. */
interface Surroundings {
  dataDir: string;
  /** The address of the PostgreSQL that keeps the data. Absent: the embedded database. */
  databaseUrl?: string | undefined;
  log: (line: string) => void;
}

/** Makes a backup among those of the data directory: by its server, or here where none runs. */
async function makeBackup({ dataDir, databaseUrl }: Surroundings): Promise<BackupAnswer> {
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

async function backup(target: string | undefined, around: Surroundings): Promise<void> {
  const { dataDir, log } = around;
  const wanted = target === undefined ? null : resolve(target);
  if (wanted !== null && existsSync(wanted)) throw backupError(`${wanted} is there already.`);
  if (wanted !== null && !existsSync(dirname(wanted)))
    throw backupError(`There is no folder ${dirname(wanted)}.`);
  const { name, content } = await makeBackup(around);
  const made = join(folderIn(dataDir), name);
  if (wanted !== null) moveFile(made, wanted);
  log(`Saved in ${wanted ?? made}: ${content}.`);
  log('It holds password hashes and the secrets of this install: keep it as you keep the machine.');
}

/** Also to another disk; the name is given when all is there. */
function moveFile(from: string, to: string): void {
  const draft = `${to}.${process.pid}.tmp`;
  try {
    copyFileSync(from, draft, constants.COPYFILE_EXCL);
    flushNow(draft);
  } catch (error) {
    rmSync(draft, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw backupError(`The backup is whole in ${from}, and could not be brought to ${to}: ${reason}.`, error);
  }
  renameSync(draft, to);
  flushNow(dirname(to));
  rmSync(from);
}

function describe({ header }: Summary, path: string): string {
  const { madeAt, reason, madeBy } = header;
  return `${path} is of ${madeAt} (${reason}), from PostgreSQL ${madeBy.postgres}${madeBy.pglite === null ? '' : ` (PGlite ${madeBy.pglite})`}, lite ${madeBy.lite}, with ${header.migrations.length} migrations.`;
}

async function restore(path: string, signsOut: boolean, around: Surroundings): Promise<void> {
  const { databaseUrl, log } = around;
  const found = await checkBackup(path);
  log(describe(found, path));
  const summary = { ...found, signsOut, files: signsOut ? withNewSecrets(found.files) : found.files };
  if (databaseUrl === undefined) await restoreHere(path, summary, around);
  else {
    // The driver is loaded by who needs it.
    const { restoreAt } = await import('../backend/postgres/restoreAt.ts');
    await restoreAt(databaseUrl, path, summary);
  }
  log(`Restored, and every row compared: ${describeBackup(summary)}.`);
  if (signsOut)
    log(
      'Then everyone was signed out: sessions, links of mails and the old secrets are gone. Passwords, calendar feeds and tokens of teams are as they were.',
    );
}

async function restoreHere(path: string, summary: Restored, { dataDir }: Surroundings): Promise<void> {
  const lock = lockDirectory(dataDir);
  try {
    if (existsSync(databaseIn(dataDir)))
      throw backupError(
        `There is a database in ${dataDir} already: move ${databaseIn(dataDir)} away, or set DATA_DIR to an empty place.`,
      );
    const others = differing(dataDir, summary.files);
    if (others.length > 0)
      throw backupError(
        `${others.join(', ')} would be replaced by what the backup holds: move it away first.`,
      );
    await ensureDatabase(dataDir, async (folder) => {
      await restoreDatabase(folder, path, summary);
      writeKept(dataDir, summary.files);
    });
  } finally {
    lock.release();
  }
}

async function verify(path: string, { log }: Surroundings): Promise<void> {
  const summary = await checkBackup(path);
  log(describe(summary, path));
  const folder = mkdtempSync(join(tmpdir(), 'better-space-verify-'));
  try {
    await restoreDatabase(join(folder, 'database'), path, summary);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const width = Math.max(...summary.tables.map(({ table }) => table.length));
  for (const { table, rows, sha256 } of summary.tables)
    log(`${table.padEnd(width)}  ${String(rows).padStart(9)} rows  ${sha256.slice(0, 16)}`);
  log(`It can be restored: a database made of it has the same rows. ${describeBackup(summary)}.`);
}

function list({ dataDir, log }: Surroundings): void {
  const all = listBackups(dataDir);
  if (all.length === 0) log(`There is no backup in ${folderIn(dataDir)} yet.`);
  for (const { file, madeAt, kind, bytes } of all)
    log(`${madeAt}  ${kind.padEnd(6)}  ${sizeOf(bytes).padStart(8)}  ${file}`);
}

/** `npm run data`: saves, restores and verifies. Takes the words; throws an Error with a sentence for what cannot be done. */
export async function dataCommand(args: readonly string[], around: Surroundings): Promise<void> {
  const options = { 'sign-out': { type: 'boolean', default: false } } as const; // what parseArgs takes literally
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [word, file, ...others] = positionals;
  const signsOut = values['sign-out'];
  if (signsOut && word !== 'restore') throw new Error('--sign-out is for restore alone.');
  if (others.length === 0 && word === 'backup') await backup(file, around);
  else if (others.length === 0 && word === 'restore' && file !== undefined)
    await restore(resolve(file), signsOut, around);
  else if (others.length === 0 && word === 'verify' && file !== undefined)
    await verify(resolve(file), around);
  else if (word === 'list' && file === undefined) list(around);
  else throw new Error(`It is written:\n${USAGE}`);
}
