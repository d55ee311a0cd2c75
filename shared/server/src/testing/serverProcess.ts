import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Secrets } from '../backend/secrets.ts';

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

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

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
      ...(siteDir === undefined ? {} : { SITE_DIR: siteDir }),
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

  return {
    origin,
    operatorOrigin: /Operate\s+(http:\S+)\/_operate/.exec(output)?.[1] ?? '',
    pid: child.pid ?? 0,
    ...readSecrets(dataDir),
    output: () => output,
    async kill(signal = 'SIGTERM') {
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}

function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  // A hosted project has its own.
  if (!existsSync(file)) return { jwtSecret: '', publishableKey: '', secretKey: '' };
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets; // written by the server that just said it is ready
}
