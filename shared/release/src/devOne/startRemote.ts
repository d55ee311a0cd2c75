import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RemoteDeclaration } from '@space/store';

/**
 * Starts a remote's own development server, with its own configuration, in a process of its own: the federation plugin
 * keeps state per process.
 *
 * Takes the remote's folder and declaration; returns the server's origin once it answers, what ends when it ends, and how
 * to stop it. Throws with its output when it ends before.
 */
export async function startRemote(folder: string, { name, port }: RemoteDeclaration) {
  const vite = join(folder, 'node_modules', '.bin', 'vite');
  const child = spawn(vite, ['--clearScreen', 'false'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const ended = once(child, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      if (/ready in/.test(output)) resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', () =>
      reject(new Error(`The development server of ${name} ended:\n${output.trim()}`)),
    );
  });
  const tell = (chunk: Buffer) => process.stdout.write(`[${name}] ${chunk.toString()}`);
  child.stdout.on('data', tell);
  child.stderr.on('data', tell);
  return {
    origin: `http://127.0.0.1:${port}`,
    ended,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
