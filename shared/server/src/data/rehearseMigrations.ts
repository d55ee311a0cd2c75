import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preparedPlace } from '../backend/prepared.ts';
import { repositoryRoot } from '../paths.ts';
import type { Finding, MigrationFile } from './remoteNames.ts';
import type { Rehearsal } from './rehearse.ts';

const REHEARSE = fileURLToPath(new URL('rehearse.ts', import.meta.url));
const MAKE_EMPTY = fileURLToPath(new URL('makeEmpty.ts', import.meta.url));
/** The server's library has its own hash of passwords, an addon, which asks whose C library it is loaded with. */
const WITH_LIBRARY = ['--allow-addons', '--allow-fs-read=/etc/alpine-release'];
/** From an empty database to the last answer. On a quiet machine it takes three. */
const LONGEST_SECONDS = 60;
const MEGABYTES = 1024;

/**
 * Runs a script in a process of its own, which may read this repository and nothing else. Takes what it is for, Node's further
 * words with the script at their end, and what the script is told; returns what it answers, or null when it was ended because it
 * took too long.
 */
async function runAlone(
  purpose: string,
  script: readonly string[],
  told: string,
  seconds = LONGEST_SECONDS,
): Promise<Buffer | null> {
  const words = [
    '--permission',
    `--allow-fs-read=${repositoryRoot}*`,
    '--liftoff-only',
    `--max-old-space-size=${MEGABYTES}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    ...script,
  ];
  const child = spawn(process.execPath, words, {
    cwd: repositoryRoot,
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  });
  const output: Buffer[] = [];
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk));
  child.stdin.on('error', () => {}); // It has ended: its exit says so.
  child.stdin.end(told);
  const ended = await new Promise<{ code: number | null; isLate: boolean }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, isLate: signal === 'SIGKILL' }));
  });
  if (ended.code === 0) return Buffer.concat(output);
  if (ended.isLate) return null;
  throw new Error(`${purpose} failed: ${complaint.trim().slice(-500)}`);
}

/**
 * The archive of an empty database with the site's migrations, which is made at the first rehearsal and spares the others two of
 * three seconds. Where none can be kept it is made each time.
 */
async function emptyDatabase(): Promise<Buffer> {
  const place = `${preparedPlace()}.tar.gz`;
  const kept = await readFile(place).catch(() => null);
  if (kept !== null) return kept;
  const made = await runAlone('Making an empty database', [...WITH_LIBRARY, MAKE_EMPTY], '');
  if (made === null) throw new Error(`An empty database took more than ${LONGEST_SECONDS} seconds`);
  const draft = `${place}.${randomUUID()}`;
  try {
    await mkdir(dirname(place), { recursive: true });
    await writeFile(draft, made, { flush: true });
    await rename(draft, place);
  } catch {
    await rm(draft, { force: true });
  }
  return made;
}

/**
 * Runs a remote's migrations on a database in memory that the site's own have made, twice from empty, and judges what comes
 * of them: `judgeTables.ts` has the rules. In a process that may read this repository's files and nothing else, write
 * none, start none, and is ended after a minute, or the seconds that are given.
 *
 * Takes the remote and its migrations, the oldest first; returns what is wrong, nothing when they may be applied.
 */
export async function rehearseMigrations(
  remote: string,
  migrations: readonly MigrationFile[],
  seconds = LONGEST_SECONDS,
): Promise<Finding[]> {
  if (migrations.length === 0) return [];
  const work: Rehearsal = { remote, migrations, empty: (await emptyDatabase()).toString('base64') };
  const answer = await runAlone(`The rehearsal of ${remote}`, [REHEARSE], JSON.stringify(work), seconds);
  if (answer === null)
    return [{ message: `its migrations took more than ${seconds} seconds on an empty database` }];
  return JSON.parse(answer.toString()) as Finding[]; // written by rehearse.ts
}
