import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
export const NODE_WORDS = ['--disable-warning=ExperimentalWarning', MAIN];

/** Who runs a command: a prefix of the command, and the options of its process. */
export interface Account {
  prefix: readonly string[];
  options: Pick<SpawnOptions, 'uid' | 'gid'>;
}

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command as people do, in a process of its own. */
export function runCommand(words: readonly string[], account?: Account): Promise<Ran> {
  const [command = process.execPath, ...args] = [
    ...(account?.prefix ?? []),
    process.execPath,
    ...NODE_WORDS,
    ...words,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...account?.options });
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
