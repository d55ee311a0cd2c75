import { constants, copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lockDirectory } from '../backend/directoryLock.ts';
import { flushNow } from '../backend/files.ts';
import { databaseIn, ensureDatabase } from '../backend/firstBoot.ts';
import { moveCommand, MOVE_USAGE } from '../move/moveCommand.ts';
import { backupError } from './backupError.ts';
import { folderIn, listBackups } from './backupFiles.ts';
import { checkBackup, describeBackup, sizeOf, type Summary } from './checkBackup.ts';
import { differing, writeKept } from './files.ts';
import { makeBackup, type Surroundings } from './makeBackup.ts';
import { restoreDatabase, type Restored } from './restoreDatabase.ts';
import { withNewSecrets } from './withNewSecrets.ts';

const USAGE = `npm run data -- backup [file]
npm run data -- restore <file> [--sign-out]
npm run data -- verify <file>
npm run data -- list
${MOVE_USAGE}`;

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

/** `npm run data`: saves, restores, verifies and moves. Takes the words; throws an Error with a sentence for what cannot be done. */
export async function dataCommand(args: readonly string[], around: Surroundings): Promise<void> {
  if (args[0] === 'move') return moveCommand(args.slice(1), around);
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
