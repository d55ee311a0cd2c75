import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { ROOT } from './places.ts';

/**
 * Builds one app with its own Vite configuration, in a process of its own: the federation plugin keeps state per process.
 *
 * Takes the app's folder, absolute or relative to the repository ('remotes/retro'), and further environment variables; returns when
 * the build is done; throws with the build's whole output when it failed.
 */
export async function buildApp(folder: string, environment: Record<string, string> = {}): Promise<void> {
  const cwd = resolve(ROOT, folder);
  const child = spawn(join(cwd, 'node_modules', '.bin', 'vite'), ['build', '--logLevel', 'warn'], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const text = Buffer.concat(output).toString().trim();
  if (code !== 0) throw new Error(`Building ${folder} failed:\n${text}`);
  if (text !== '') console.warn(`${folder}: ${text}`);
}
