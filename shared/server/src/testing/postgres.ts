import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { installOnDebian } from './debian.ts';
import { freePort } from './freePort.ts';

const PACKAGE = 'postgresql';
const DEBIAN = '/usr/lib/postgresql';
const OTHER_FOLDERS = [
  '/opt/homebrew/opt/postgresql/bin',
  '/usr/local/opt/postgresql/bin',
  '/usr/local/pgsql/bin',
];

/** The account that runs PostgreSQL, which refuses to run as root. Debian's package creates it. */
const ACCOUNT = 'postgres';

function findPostgres(): string | null {
  const configured = process.env['POSTGRES_PATH'];
  if (configured) {
    if (!existsSync(join(configured, 'initdb')))
      throw new Error(`POSTGRES_PATH names ${configured}, which has no initdb`);
    return configured;
  }
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one))
    : [];
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...OTHER_FOLDERS];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** Finds the programs of a PostgreSQL or, as root on Debian, installs one. Throws if neither works: no test is skipped. */
function ensurePostgres(): string {
  const found = findPostgres();
  if (found) return found;
  // The package's own server is not started: the tests start one themselves.
  installOnDebian({
    name: 'PostgreSQL',
    isThere: `test -d ${DEBIAN}`,
    packages: [PACKAGE],
    env: { PG_CREATECLUSTER: 'no' },
  });
  const installed = findPostgres();
  if (installed) return installed;
  throw new Error(
    `The tests need a PostgreSQL. Install it (Debian: apt-get install ${PACKAGE}), or name its folder of programs in POSTGRES_PATH.`,
  );
}

/** The command prefix that drops root and makes the program end with this process; null if we are not root. */
function unprivileged(): { words: string[]; uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (which: string) => Number(execFileSync('id', [which, ACCOUNT], { encoding: 'utf8' }));
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  const words = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--pdeathsig=INT'];
  return { words, uid, gid };
}

export type TestPostgres = Awaited<ReturnType<typeof startPostgres>>;

const OWNER = 'owner';
const PASSWORD = 'of-the-tests-only';
/**
 * Starts a PostgreSQL in a new folder, on a free port of the loopback address. `isDurable`: commits are flushed to disk. Without
 * it tests are faster, and killing its processes still loses nothing.
 */
export async function startPostgres({ isDurable = false, settings = [] as readonly string[] } = {}) {
  const programs = ensurePostgres();
  const account = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'space-postgres-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const port = await freePort();
  const before = account?.words ?? [];
  const command = (program: string, ...words: string[]) => {
    const [first = '', ...others] = [...before, join(programs, program), ...words];
    return [first, others] as const;
  };
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  const words = ['-D', join(folder, 'data'), '-U', OWNER, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  const [initdb, initWords] = command('initdb', ...words, '--auth=scram-sha-256', `--pwfile=${passwordFile}`);
  execFileSync(initdb, initWords, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });

  let child: ChildProcess;
  async function start(): Promise<void> {
    const quick = isDurable ? [] : ['fsync=off', 'full_page_writes=off'];
    const all = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=100',
      ...quick,
      ...settings,
    ];
    const [program, programWords] = command(
      'postgres',
      ...['-D', join(folder, 'data'), '-p', String(port)],
      ...all.flatMap((setting) => ['-c', setting]),
    );
    child = spawn(program, programWords, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    while (!(await isUp(addressOf('postgres')))) {
      // The child processes of a killed server end a moment later.
      if (child.exitCode !== null && /shared memory block/.test(errors)) return start();
      if (child.exitCode !== null) throw new Error(`PostgreSQL does not start: ${errors}`);
      await wait(20);
    }
  }
  /** Kills all processes as `kill -9` would: those of open connections would otherwise go on for a moment. */
  async function kill(): Promise<void> {
    const rows = await runAt(addressOf('postgres'), 'select pid from pg_stat_activity');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    for (const { pid } of rows) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch (error) {
        // It has ended already, as the connection that read this list has.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
    }
    await ended;
  }
  const addressOf = (database: string) => `postgresql://${OWNER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  await start();
  const [version] = await runAt(addressOf('postgres'), "select current_setting('server_version') as is");
  return {
    port,
    /** The folder of its programs. */
    programs,
    version: String(version?.['is']),
    addressOf,
    /** The URL of the default database, from which others are created. */
    admin: addressOf('postgres'),
    run: (sql: string) => runAt(addressOf('postgres'), sql),
    start,
    kill,
    async stop() {
      const ended = once(child, 'exit');
      // False if a failed test has already killed it.
      if (child.kill('SIGINT')) await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function isUp(address: string): Promise<boolean> {
  const client = new Client({ connectionString: address });
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

/** Runs SQL in a database. Takes its URL. Returns the rows. */
export async function runAt(
  address: string,
  sql: string,
  parameters: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, parameters);
    return rows;
  } finally {
    await client.end();
  }
}
