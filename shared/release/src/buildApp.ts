import { existsSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { SHELL, storeError } from '@space/store';
import { ROOT, requireInstalled } from './places.ts';
import { runProcess } from './runProcess.ts';
import { hashOfSource, isLastBuild, recordBuild } from './sources.ts';

/** The folder of a shell's release that holds its development build. */
export const DEVELOPMENT = 'development';

/** The lines that the bundler and Node print around an error: stack frames, headings and internals. */
const TOOL_NOISE =
  /^\s+at |^\s*$|^\[Module Federation\]|^✗ |^error during build|^Build failed with|^\s+errors: \[Getter|^}$|^Node\.js v|^file:.*node_modules/;

/** Runs a build tool in a process of its own. Throws StoreError with its output, reduced to the error, when it fails. */
async function run(
  folder: string,
  args: readonly string[],
  what: string,
  limit?: number,
  variables: Record<string, string> = {},
): Promise<void> {
  const cwd = resolve(ROOT, folder);
  const all = { NODE_ENV: 'production', ...variables };
  const { code, stdout, stderr } = await runProcess(args, { cwd, what, variables: all, limit });
  const output = stripVTControlCharacters(stdout + stderr).trim();
  const lines = output.split('\n').filter((line) => !TOOL_NOISE.test(line));
  if (code !== 0) throw storeError(`${folder} does not build:\n${lines.join('\n')}`);
  if (output !== '') console.warn(`${folder}: ${output}`);
}

/**
 * Builds one app with its own Vite configuration, in a separate process: the federation plugin keeps state per process.
 *
 * Takes the app's folder, absolute or relative to the repository ('remotes/retro'), additional environment variables, the
 * output folder if it is not the configured one, and how long it may take, in milliseconds. Throws StoreError with the
 * build's output when the build fails.
 */
export async function buildApp(
  folder: string,
  variables: Record<string, string> = {},
  outDir?: string,
  limit?: number,
): Promise<void> {
  const cwd = resolve(ROOT, folder);
  requireInstalled(cwd);
  const vite = join(cwd, 'node_modules', 'vite', 'bin', 'vite.js');
  const into = outDir === undefined ? [] : ['--outDir', outDir, '--emptyOutDir'];
  await run(folder, [vite, 'build', '--logLevel', 'warn', ...into], `Building ${folder}`, limit, variables);
}

/**
 * Builds everything that a release contains, including its prerendered pages. Prerendering runs in a separate process
 * because React reads NODE_ENV only once. A shell gets a second build with the development version of React: a production
 * React cannot refresh components, which developing a remote in the released site requires.
 *
 * Takes the name, the source folder, the output folder, and how long each step may take, in milliseconds. Throws StoreError
 * with the build's output when the build fails.
 */
export async function buildRelease(
  name: string,
  folder: string,
  dist: string,
  limit?: number,
): Promise<void> {
  await buildApp(folder, {}, dist, limit);
  if (name === SHELL) await buildApp(folder, { NODE_ENV: DEVELOPMENT }, join(dist, DEVELOPMENT), limit);
  const main = join(import.meta.dirname, 'prerender', `main${extname(import.meta.filename)}`);
  const flags = ['--disable-warning=ExperimentalWarning', '--enable-source-maps'];
  const args = [...flags, main, name, resolve(ROOT, folder), dist];
  await run(folder, args, `Rendering the public pages of ${name}`, limit);
}

const OPERATE = join(ROOT, 'shared', 'operate');

/** Whether the operator's page, which is part of the server and not a release, is built from its current sources. */
export const isOperatePageBuilt = async (): Promise<boolean> =>
  existsSync(join(OPERATE, 'dist/index.html')) && isLastBuild('operate', await hashOfSource(OPERATE));

/** Builds the operator's page. Throws StoreError with the build's output when the build fails. */
export async function buildOperatePage(): Promise<void> {
  const source = await hashOfSource(OPERATE);
  await buildApp(OPERATE);
  await recordBuild('operate', source, 'built');
}
