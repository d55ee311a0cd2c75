import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preparedPlace } from '../backend/prepared.ts';
import { repositoryRoot } from '../paths.ts';
import type { Finding, MigrationFile } from './remoteNames.ts';
import type { Rehearsal } from './rehearse.ts';

const MAIN = fileURLToPath(new URL('rehearse.ts', import.meta.url));
/** From an empty database to the last answer. On a quiet machine it takes three. */
const LONGEST_SECONDS = 60;
const MEGABYTES = 1024;

/** Gives a process of its own its work, and returns what it answers; null when it was ended because it took too long. */
async function runAlone(work: Rehearsal, seconds: number): Promise<Buffer | null> {
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
  const output: Buffer[] = [];
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk));
  child.stdin.on('error', () => {}); // It has ended: its exit says so.
  child.stdin.end(JSON.stringify(work));
  const ended = await new Promise<{ code: number | null; isLate: boolean }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, isLate: signal === 'SIGKILL' }));
  });
  if (ended.code === 0) return Buffer.concat(output);
  if (ended.isLate) return null;
  throw new Error(`The rehearsal of ${work.remote} failed: ${complaint.trim().slice(-500)}`);
}

/**
 * The archive of an empty database with the site's migrations, which is made at the first rehearsal and spares the others two of
 * three seconds. Null where none can be kept: a rehearsal then makes its database itself.
 */
async function preparedArchive(remote: string): Promise<string | null> {
  const archive = `${preparedPlace()}.tar.gz`;
  if (existsSync(archive)) return archive;
  const draft = `${archive}.${randomUUID()}`;
  try {
    await mkdir(dirname(archive), { recursive: true });
    await writeFile(draft, '');
  } catch {
    return null;
  }
  const made = await runAlone({ remote, migrations: null }, LONGEST_SECONDS).catch(() => null);
  if (made === null) {
    await rm(draft);
    return null;
  }
  await writeFile(draft, made);
  await rename(draft, archive);
  return archive;
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
  const prepared = await preparedArchive(remote);
  const answer = await runAlone({ remote, migrations: [...migrations], prepared }, seconds);
  if (answer === null)
    return [{ message: `its migrations took more than ${seconds} seconds on an empty database` }];
  return JSON.parse(answer.toString()) as Finding[]; // written by rehearse.ts
}
