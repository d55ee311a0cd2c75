import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preparedDatabasePath } from '../backend/prepared.ts';
import { repositoryRoot } from '../paths.ts';
import type { Finding, MigrationFile } from './remoteNames.ts';
import type { Rehearsal } from './rehearse.ts';

const REHEARSE = fileURLToPath(new URL('rehearse.ts', import.meta.url));
const MAKE_EMPTY = fileURLToPath(new URL('makeEmpty.ts', import.meta.url));
/** The server's library loads bcrypt, a native addon, which reads this file to detect the C library. */
const LIBRARY_ARGS = ['--allow-addons', '--allow-fs-read=/etc/alpine-release'];
/** The timeout of one run. On an idle machine a run takes three seconds. */
const TIMEOUT_SECONDS = 60;
const MEGABYTES = 1024;

/**
 * Runs a script in a child process that may only read this repository. Takes the purpose (for errors), further arguments
 * of Node that end with the script, and the script's standard input. Returns its standard output, or null if it timed out;
 * throws if it failed.
 */
async function runSandboxed(
  purpose: string,
  script: readonly string[],
  input: string,
  seconds = TIMEOUT_SECONDS,
): Promise<Buffer | null> {
  const args = [
    '--permission',
    `--allow-fs-read=${repositoryRoot}*`,
    '--liftoff-only',
    `--max-old-space-size=${MEGABYTES}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    ...script,
  ];
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  });
  const output: Buffer[] = [];
  let errorOutput = '';
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errorOutput += chunk));
  child.stdin.on('error', () => {}); // The process has ended: its exit code is checked below.
  child.stdin.end(input);
  const ended = await new Promise<{ code: number | null; hasTimedOut: boolean }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, hasTimedOut: signal === 'SIGKILL' }));
  });
  if (ended.code === 0) return Buffer.concat(output);
  if (ended.hasTimedOut) return null;
  throw new Error(`${purpose} failed: ${errorOutput.trim().slice(-500)}`);
}

/**
 * The archive of an empty database with the site's migrations. It is created at the first rehearsal and cached, which
 * saves later ones two of three seconds. If the cache cannot be written, it is created each time.
 */
async function emptyDatabase(): Promise<Buffer> {
  const path = `${preparedDatabasePath()}.tar.gz`;
  const cached = await readFile(path).catch(() => null);
  if (cached !== null) return cached;
  const archive = await runSandboxed('Making an empty database', [...LIBRARY_ARGS, MAKE_EMPTY], '');
  if (archive === null) throw new Error(`An empty database took more than ${TIMEOUT_SECONDS} seconds`);
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, archive, { flush: true });
    await rename(draft, path);
  } catch {
    await rm(draft, { force: true });
  }
  return archive;
}

/**
 * Runs a remote's migrations on an in-memory database with the site's own migrations, twice from empty, and checks the
 * resulting tables (rules: `checkTables.ts`). The child process may read this repository's files, but write no files and
 * start no processes, and is ended after a minute, or `seconds`.
 *
 * Takes the remote and its migrations, the oldest first; returns the problems, an empty list if they may be applied.
 */
export async function rehearseMigrations(
  remote: string,
  migrations: readonly MigrationFile[],
  seconds = TIMEOUT_SECONDS,
): Promise<Finding[]> {
  if (migrations.length === 0) return [];
  const input: Rehearsal = { remote, migrations, empty: (await emptyDatabase()).toString('base64') };
  const output = await runSandboxed(`The rehearsal of ${remote}`, [REHEARSE], JSON.stringify(input), seconds);
  if (output === null)
    return [{ message: `its migrations took more than ${seconds} seconds on an empty database` }];
  return JSON.parse(output.toString()) as Finding[]; // written by rehearse.ts
}
