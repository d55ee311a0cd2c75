import { execFileSync, spawn, type SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { withLock } from '@space/store';
import { createDatabase, loadSecrets, makeSecrets } from '../backend/dataFolder.ts';
import { repositoryRoot } from '../settings.ts';

// What tests need around a server: its process, folders, ports, clients, packages of Debian. It loads no server.

/**
 * Absent `siteDir`: the built site of this repository. `words` are options for Node; without them it compiles the database
 * engine quickly and without optimization, for a server that runs only for seconds.
 */
export interface ServerProcessOptions {
  dataDir: string;
  siteDir?: string;
  env?: Record<string, string>;
  words?: readonly string[];
}

/**
 * Starts a command and waits until its output matches. Rejects with the output and the `exitCode` if the command ends first.
 * `detached`: `kill` ends the whole process group, as Ctrl+C in a terminal does.
 */
export async function startUntil(
  [command, ...args]: readonly [string, ...string[]],
  pattern: RegExp,
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'detached'>,
) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let output = '';
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const found = pattern.exec(output);
        if (found) resolve(found);
      });
    child.once('error', reject);
    child.once('close', (code) => reject(Object.assign(new Error(output.trim()), { exitCode: code })));
  });
  const { pid = 0 } = child;
  return {
    ...{ pid, match },
    /** Everything printed so far, standard output and error together. */
    output: () => output,
    /** Sends a signal and resolves once the process has ended, with its exit code (null: ended by the signal). */
    async kill(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
      if (options.detached) process.kill(-pid, signal);
      else child.kill(signal);
      await closed;
      return child.exitCode;
    },
  };
}

/** Starts the server as `npm start` does. Rejects with its output if it exits before it prints its address. */
export async function startServerProcess(options: ServerProcessOptions) {
  const { dataDir, siteDir, env: given, words = ['--liftoff-only', '--wasm-lazy-validation'] } = options;
  const settings = { LITE_AUTH_BCRYPT_COST: '4', RATE_LIMITS: 'off', PORT: '0', DATA_DIR: dataDir };
  const env = { ...process.env, ...settings, ...(siteDir && { STORE_DIR: siteDir }), ...given };
  const main = join(repositoryRoot, 'shared/server/src/serve.ts');
  const printed = /Open it\s+(https?:\S+)[^]*Operate\s+(http:\S+)\/_operate[^]*Ctrl\+C/;
  const { match, ...child } = await startUntil([process.execPath, ...words, main], printed, { env });
  const [, origin = '', operatorOrigin = ''] = match;
  // A hosted project has its own.
  const secrets = loadSecrets(dataDir) ?? { jwtSecret: '', publishableKey: '', secretKey: '' };
  return { ...child, origin, operatorOrigin, ...secrets };
}

/** Makes an empty folder for the data of a test and returns its path. It is in memory if there are 2 GiB. */
export function makeScratch(prefix: string): string {
  const memory = '/dev/shm';
  const { bavail = 0, bsize = 0 } = fs.existsSync(memory) ? fs.statfsSync(memory) : {};
  return fs.mkdtempSync(join(bavail * bsize > 2 ** 31 ? memory : tmpdir(), prefix));
}

/** Returns the folder of an empty database, which is kept: it takes seconds to create. `isBlank`: without our schema. */
async function makeTemplate(isBlank: boolean): Promise<string> {
  const hash = createHash('sha256').update(String(isBlank));
  const sources = ['pnpm-lock.yaml', 'supabase/migrations/*', 'shared/server/src/backend/*'];
  for (const file of fs.globSync(sources, { cwd: repositoryRoot }).sort())
    hash.update(fs.readFileSync(join(repositoryRoot, file)));
  const cached = join(repositoryRoot, 'node_modules/.cache/space-server', hash.digest('hex').slice(0, 24));
  if (fs.existsSync(cached)) return cached;
  const blank = isBlank ? '' : await makeTemplate(true); // creating its files takes longer than copying them
  const create = async () => {
    if (fs.existsSync(cached)) return; // another process was faster
    const draft = fs.mkdtempSync(`${cached}-draft-`);
    const { PGlite } = await import('@electric-sql/pglite'); // a database engine, so only when it is needed
    const { openApp } = await import('../backend/backend.ts');
    const settings = { siteUrl: 'http://127.0.0.1', confirmEmail: false };
    const fill = async (path: string) => {
      fs.cpSync(blank, path, { recursive: true });
      return (await openApp(path, makeSecrets(), settings)).database.close();
    };
    await (isBlank ? PGlite.create(draft).then((it) => it.close()) : createDatabase(draft, fill));
    fs.renameSync(draft, cached);
  };
  fs.mkdirSync(dirname(cached), { recursive: true });
  await withLock(dirname(cached), create);
  return cached;
}
// `npm test` does so before it starts tests: in a test's process it takes several times longer.
if (import.meta.main) await makeTemplate(false);

/** Copies an empty database into a folder; `isBlank`: without our schema. */
export const copyTemplate = async (folder: string, isBlank = false): Promise<void> =>
  fs.cpSync(await makeTemplate(isBlank), folder, { recursive: true });

/** A client that stores nothing and starts no timers. */
export const createTestClient = (origin: string, key: string): SupabaseClient =>
  createClient(origin, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });

/** Returns a port on which nothing listens at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has one
  await once(server.close(), 'close');
  return port;
}

/** Installs a program on Debian as root if it is missing, or else another; one caller at a time. */
export function installOnDebian(program: string, ...others: readonly string[]): void {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return;
  const install = (name: string) => `apt-get install -y -qq --no-install-recommends ${name}`;
  // The lists of packages are updated only if they are missing or old: it takes seconds.
  const updated = `{ apt-get update -qq && { ${[program, ...others].map(install).join(' || ')}; }; }`;
  const script = `command -v ${program} || ${install(program)} 2>/dev/null || ${updated}`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const lock = join(tmpdir(), 'better-space-apt.lock');
  execFileSync('flock', [lock, 'sh', '-c', script], { stdio: 'inherit', env });
}
