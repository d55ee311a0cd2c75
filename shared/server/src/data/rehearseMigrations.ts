import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '../paths.ts';
import type { Finding, MigrationFile } from './remoteNames.ts';
import type { Rehearsal } from './rehearse.ts';

const MAIN = fileURLToPath(new URL('rehearse.ts', import.meta.url));
/** From an empty database to the last answer. On a quiet machine it takes three. */
const LONGEST_SECONDS = 60;
const MEGABYTES = 1024;

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
  const words = [
    '--permission',
    `--allow-fs-read=${repositoryRoot}*`,
    // The library's own hash of passwords is an addon, which asks whose C library it is loaded with.
    '--allow-addons',
    '--allow-fs-read=/etc/alpine-release',
    '--liftoff-only',
    `--max-old-space-size=${MEGABYTES}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    MAIN,
  ];
  const child = spawn(process.execPath, words, {
    cwd: repositoryRoot,
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  });
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk));
  child.stdin.on('error', () => {}); // It has ended: its exit says so.
  child.stdin.end(JSON.stringify({ remote, migrations: [...migrations] } satisfies Rehearsal));
  const ended = await new Promise<{ code: number | null; isLate: boolean }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, isLate: signal === 'SIGKILL' }));
  });
  if (ended.code === 0) return JSON.parse(output) as Finding[]; // written by rehearse.ts
  if (ended.isLate)
    return [{ message: `its migrations took more than ${seconds} seconds on an empty database` }];
  throw new Error(`The rehearsal of ${remote} failed: ${complaint.trim().slice(-500)}`);
}
