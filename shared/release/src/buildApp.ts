import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { SHELL } from '@space/store';
import { ROOT } from './places.ts';

/**
 * Builds one app with its own Vite configuration, in a process of its own: the federation plugin keeps state per process.
 *
 * Takes the app's folder, absolute or relative to the repository ('remotes/retro'), and further environment variables;
 * returns when the build is done; throws with the build's whole output when it failed.
 */
export async function buildApp(folder: string, environment: Record<string, string> = {}): Promise<void> {
  const cwd = resolve(ROOT, folder);
  const vite = join(cwd, 'node_modules', '.bin', 'vite');
  await run(folder, cwd, vite, ['build', '--logLevel', 'warn'], environment);
}

/** Where a shell's release keeps its development flavour. */
export const DEVELOPMENT = 'development';

/**
 * Builds all that a release holds, among it what its pages look like before any script runs (decision 021; in a process of
 * its own: React decides by NODE_ENV, once). A shell brings a second flavour, with React in its development form: a
 * production React cannot refresh a component, and developing a remote in the released site needs no other source.
 *
 * Takes the name and the source folder; returns when its `dist` is complete. Throws with the output of a build that fails.
 */
export async function buildRelease(name: string, folder: string): Promise<void> {
  await buildApp(folder);
  if (name === SHELL) await buildApp(folder, { NODE_ENV: DEVELOPMENT });
  const cwd = resolve(ROOT, folder);
  const main = join(import.meta.dirname, 'prerender', 'main.ts');
  await run(folder, cwd, process.execPath, ['--disable-warning=ExperimentalWarning', main, name, cwd]);
}

async function run(
  folder: string,
  cwd: string,
  command: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<void> {
  const child = spawn(command, words, {
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
