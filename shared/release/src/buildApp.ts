import { spawn } from 'node:child_process';
import { extname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { SHELL, isMissing, storeError } from '@space/store';
import { ROOT } from './places.ts';

/**
 * Builds one app with its own Vite configuration, in a process of its own: the federation plugin keeps state per process.
 *
 * Takes the app's folder, absolute or relative to the repository ('remotes/retro'), further environment variables, and where
 * to build, when not where the configuration says; returns when the build is done; throws StoreError with what the build
 * says when it failed.
 */
export async function buildApp(
  folder: string,
  environment: Record<string, string> = {},
  outDir?: string,
): Promise<void> {
  const cwd = resolve(ROOT, folder);
  const vite = join(cwd, 'node_modules', '.bin', 'vite');
  const place = outDir === undefined ? [] : ['--outDir', outDir, '--emptyOutDir'];
  await run(folder, cwd, vite, ['build', '--logLevel', 'warn', ...place], environment);
}

/** Where a shell's release keeps its development flavour. */
export const DEVELOPMENT = 'development';

/**
 * Builds all that a release holds, among it what its pages look like before any script runs (decision 021; in a process of
 * its own: React decides by NODE_ENV, once). A shell brings a second flavour, with React in its development form: a
 * production React cannot refresh a component, and developing a remote in the released site needs no other source.
 *
 * Takes the name, the source folder and where to build; returns when that is complete. Throws StoreError with what the build
 * says when it fails.
 */
export async function buildRelease(name: string, folder: string, dist: string): Promise<void> {
  await buildApp(folder, {}, dist);
  if (name === SHELL) await buildApp(folder, { NODE_ENV: DEVELOPMENT }, join(dist, DEVELOPMENT));
  const cwd = resolve(ROOT, folder);
  const main = join(import.meta.dirname, 'prerender', `main${extname(import.meta.filename)}`);
  const flags = ['--disable-warning=ExperimentalWarning', '--enable-source-maps'];
  await run(folder, cwd, process.execPath, [...flags, main, name, cwd, dist]);
}

/** What bundler and Node write around a fault: lines of their own code, and words for themselves. */
const AROUND_FAULT =
  /^\s+at |^\s*$|^✗ |^error during build|^Build failed with|^\s+errors: \[Getter|^}$|^Node\.js v|^file:.*node_modules/;

/** The fault alone, without colours. */
function faultIn(text: string): string {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines.filter((line) => !AROUND_FAULT.test(line)).join('\n');
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
    child.on('error', (error) => {
      const reason = isMissing(error) ? `${command} is missing: \`npm start\` installs it` : error.message;
      reject(storeError(`${folder} cannot be built: ${reason}.`, error));
    });
    child.on('close', resolve);
  });
  const text = Buffer.concat(output).toString().trim();
  if (code !== 0) throw storeError(`${folder} does not build:\n${faultIn(text)}`);
  if (text !== '') console.warn(`${folder}: ${text}`);
}
