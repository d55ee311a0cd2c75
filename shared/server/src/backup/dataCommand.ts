import { constants, copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lockDirectory } from '../backend/directoryLock.ts';
import { flushNow } from '../backend/files.ts';
import { databaseIn, ensureDatabase } from '../backend/firstBoot.ts';
import { backupError } from './backupError.ts';
import { folderIn, listBackups } from './backupFiles.ts';
import { checkBackup, describeBackup, sizeOf, type Summary } from './checkBackup.ts';
import { findDifferingFiles, writeDataFiles } from './dataFiles.ts';
import { makeBackup, type CommandContext } from './makeBackup.ts';
import { restoreDatabase, type RestoreInput } from './restoreDatabase.ts';
import { withNewSecrets } from './withNewSecrets.ts';

const USAGE = `npm run data -- backup [file]
npm run data -- restore <file> [--sign-out]
npm run data -- verify <file>
npm run data -- list`;

async function backup(target: string | undefined, context: CommandContext): Promise<void> {
  const { dataDir, log } = context;
  const wanted = target === undefined ? null : resolve(target);
  if (wanted !== null && existsSync(wanted)) throw backupError(`${wanted} already exists.`);
  if (wanted !== null && !existsSync(dirname(wanted)))
    throw backupError(`There is no folder ${dirname(wanted)}.`);
  const { name, content } = await makeBackup(context);
  const made = join(folderIn(dataDir), name);
  if (wanted !== null) moveFile(made, wanted);
  log(`Saved in ${wanted ?? made}: ${content}.`);
  log('It holds password hashes and the secrets of this install: protect it like the machine itself.');
}

/** Moves a file, also to another disk. The target gets its name only when it is complete. */
function moveFile(from: string, to: string): void {
  const draft = `${to}.${process.pid}.tmp`;
  try {
    copyFileSync(from, draft, constants.COPYFILE_EXCL);
    flushNow(draft);
  } catch (error) {
    rmSync(draft, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw backupError(
      `The backup is complete in ${from}, but could not be moved to ${to}: ${reason}.`,
      error,
    );
  }
  renameSync(draft, to);
  flushNow(dirname(to));
  rmSync(from);
}

function describe({ header }: Summary, path: string): string {
  const { madeAt, reason, madeBy } = header;
  return `${path} is of ${madeAt} (${reason}), from PostgreSQL ${madeBy.postgres}${madeBy.pglite === null ? '' : ` (PGlite ${madeBy.pglite})`}, lite ${madeBy.lite}, with ${header.migrations.length} migrations.`;
}

async function restore(path: string, signsOut: boolean, context: CommandContext): Promise<void> {
  const { log } = context;
  const found = await checkBackup(path);
  log(describe(found, path));
  const summary = { ...found, signsOut, files: signsOut ? withNewSecrets(found.files) : found.files };
  await restoreHere(path, summary, context);
  log(`Restored, and every row compared: ${describeBackup(summary)}.`);
  if (signsOut)
    log(
      'Then everyone was signed out: sessions, links of mails and the old secrets are gone. Passwords, calendar feeds and tokens of teams are as they were.',
    );
}

async function restoreHere(path: string, summary: RestoreInput, { dataDir }: CommandContext): Promise<void> {
  const lock = lockDirectory(dataDir);
  try {
    if (existsSync(databaseIn(dataDir)))
      throw backupError(
        `There is already a database in ${dataDir}: move ${databaseIn(dataDir)} away, or set DATA_DIR to an empty place.`,
      );
    const changed = findDifferingFiles(dataDir, summary.files);
    if (changed.length > 0)
      throw backupError(
        `${changed.join(', ')} would be replaced by the contents of the backup: move it away first.`,
      );
    await ensureDatabase(dataDir, async (folder) => {
      await restoreDatabase(folder, path, summary);
      writeDataFiles(dataDir, summary.files);
    });
  } finally {
    lock.release();
  }
}

async function verify(path: string, { log }: CommandContext): Promise<void> {
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
  log(`It can be restored: a database made from it has the same rows. ${describeBackup(summary)}.`);
}

function list({ dataDir, log }: CommandContext): void {
  const all = listBackups(dataDir);
  if (all.length === 0) log(`There is no backup in ${folderIn(dataDir)} yet.`);
  for (const { file, madeAt, kind, bytes } of all)
    log(`${madeAt}  ${kind.padEnd(6)}  ${sizeOf(bytes).padStart(8)}  ${file}`);
}

/** `npm run data`: saves, restores and verifies. Throws an Error with a sentence for the operator. */
export async function dataCommand(args: readonly string[], context: CommandContext): Promise<void> {
  const options = { 'sign-out': { type: 'boolean', default: false } } as const; // what parseArgs takes literally
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [command, file, ...others] = positionals;
  const signsOut = values['sign-out'];
  if (signsOut && command !== 'restore') throw new Error('--sign-out is only for restore.');
  if (others.length === 0 && command === 'backup') await backup(file, context);
  else if (others.length === 0 && command === 'restore' && file !== undefined)
    await restore(resolve(file), signsOut, context);
  else if (others.length === 0 && command === 'verify' && file !== undefined)
    await verify(resolve(file), context);
  else if (command === 'list' && file === undefined) list(context);
  else throw new Error(`Usage:\n${USAGE}`);
}
