import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeSecrets, saveVersions, type Secrets } from '../backend/dataFolder.ts';
import { readMigrations } from '../backend/migrations.ts';
import { repositoryRoot } from '../settings.ts';

// What tests need around a server: its process, folders, ports, packages of Debian. It loads no server.

export interface ServerProcessOptions {
  dataDir: string;
  port?: number;
  /** Absent: the server's own default, the built site of this repository. */
  siteDir?: string;
  confirmEmail?: boolean;
  env?: Record<string, string>;
  /** Options for Node. Default: `SHORT_LIVED`. */
  words?: readonly string[];
}

export interface ServerProcess extends Secrets {
  origin: string;
  operatorOrigin: string;
  pid: number;
  /** Everything printed so far, standard output and error together. */
  output(): string;
  /** Sends a signal and resolves once the process has ended, with its exit code (null: ended by the signal). */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Makes Node compile the database engine quickly and without optimization: for a server that runs only for seconds. */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];

const main = fileURLToPath(new URL('../serve.ts', import.meta.url));

/** Starts the server as `npm start` does. Rejects with its output if it exits before it prints its address. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { dataDir, port = 0, siteDir, confirmEmail = false, env = {}, words = SHORT_LIVED } = options;
  const child = spawn(process.execPath, [...words, main], {
    env: {
      ...process.env,
      LITE_AUTH_BCRYPT_COST: '4',
      RATE_LIMITS: 'off',
      PORT: String(port),
      DATA_DIR: dataDir,
      CONFIRM_EMAIL: confirmEmail ? 'on' : 'off',
      ...(siteDir === undefined ? {} : { STORE_DIR: siteDir }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'exit');
  const origin = await new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Open it\s+(https?:\S+)[^]*Ctrl\+C/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => reject(Object.assign(new Error(output.trim()), { exitCode: code })));
  });
  const secrets = join(dataDir, 'secrets.json');
  return {
    origin,
    operatorOrigin: /Operate\s+(http:\S+)\/_operate/.exec(output)?.[1] ?? '',
    pid: child.pid ?? 0,
    // A hosted project has its own. The server that just said it is ready wrote the file.
    ...(existsSync(secrets)
      ? (JSON.parse(readFileSync(secrets, 'utf8')) as Secrets)
      : { jwtSecret: '', publishableKey: '', secretKey: '' }),
    output: () => output,
    async kill(signal = 'SIGTERM') {
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}

const MEMORY_FOLDER = '/dev/shm';

/** Makes an empty folder for the data of a test and returns its path. It is in memory if there are 2 GiB. */
export function makeScratch(prefix: string): string {
  const { bavail, bsize } = existsSync(MEMORY_FOLDER) ? statfsSync(MEMORY_FOLDER) : { bavail: 0, bsize: 0 };
  return mkdtempSync(join(bavail * bsize > 2 ** 31 ? MEMORY_FOLDER : tmpdir(), prefix));
}

/** The folder of databases that take seconds to create. */
const CACHE_FOLDER = join(repositoryRoot, 'node_modules/.cache/space-server');

/** The files that determine the content of an empty database, besides the migrations. */
const SOURCE_FILES = [
  ...['migrations', 'embedded', 'backend', 'dataFolder'].map((name) => `../backend/${name}.ts`),
  ...['@supabase/lite', '@electric-sql/pglite'].map((name) => `../../node_modules/${name}/package.json`),
];

/**
 * Copies a prepared, empty database into a data directory. It is created once for each set of migrations; of several
 * processes that create it at once, the first to finish wins.
 */
export async function copyTemplate(dataDir: string): Promise<void> {
  const hash = createHash('sha256');
  for (const { version, sql } of readMigrations()) hash.update(version).update(sql);
  for (const file of SOURCE_FILES) hash.update(readFileSync(new URL(file, import.meta.url)));
  const cached = join(CACHE_FOLDER, hash.digest('hex').slice(0, 24));
  if (!existsSync(cached)) {
    const draft = `${cached}.${randomUUID()}`;
    try {
      mkdirSync(CACHE_FOLDER, { recursive: true });
      const { openApp } = await import('../backend/backend.ts'); // loads a database engine, so only when it is needed
      const { database } = await openApp(draft, makeSecrets(), {
        siteUrl: 'http://127.0.0.1',
        confirmEmail: false,
      });
      await database.close();
      saveVersions(draft);
      renameSync(draft, cached);
    } catch (error) {
      if (!existsSync(cached)) throw error;
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  cpSync(cached, join(dataDir, 'database'), { recursive: true });
}

/** Returns a port on which nothing listens at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has one
  await once(server.close(), 'close');
  return port;
}

/**
 * Installs a program as root on Debian if it is missing; otherwise does nothing. A lock serializes callers: apt refuses
 * concurrent runs. `extras` are packages that not every Debian has.
 */
export function installOnDebian(program: string, ...extras: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`No ${program} found: installing the one of Debian ...`);
  const install = (name: string) => `apt-get install -y -qq ${name}`;
  const more = extras.map((extra) => `{ ${install(extra)} || true; }`);
  const script = ['apt-get update -qq', install(program), ...more].join(' && ');
  const words = [
    join(tmpdir(), 'better-space-apt.lock'),
    'sh',
    '-c',
    `command -v ${program} || { ${script}; }`,
  ];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('flock', words, { stdio: 'inherit', env });
}
