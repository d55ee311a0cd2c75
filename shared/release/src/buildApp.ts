import { spawn } from 'node:child_process';
import { extname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { SHELL, isMissing, storeError } from '@space/store';
import { ROOT } from './places.ts';

/**
 * Builds one app with its own Vite configuration, in a separate process: the federation plugin keeps state per process.
 *
 * Takes the app's folder, absolute or relative to the repository ('remotes/retro'), additional environment variables, and
 * the output folder if it is not the configured one. Throws StoreError with the build's output when the build fails.
 */
export async function buildApp(
  folder: string,
  environment: Record<string, string> = {},
  outDir?: string,
): Promise<void> {
  const cwd = resolve(ROOT, folder);
  const vite = join(cwd, 'node_modules', '.bin', 'vite');
  const outDirArgs = outDir === undefined ? [] : ['--outDir', outDir, '--emptyOutDir'];
  await run(folder, cwd, vite, ['build', '--logLevel', 'warn', ...outDirArgs], environment);
}

/** The folder of a shell's release that holds its development build. */
export const DEVELOPMENT = 'development';

/**
 * Builds everything that a release contains, including its prerendered pages (decision 021). Prerendering runs in a separate
 * process because React reads NODE_ENV only once. A shell gets a second build with the development version of React: a
 * production React cannot refresh components, which developing a remote in the released site requires.
 *
 * Takes the name, the source folder and the output folder. Throws StoreError with the build's output when the build fails.
 */
export async function buildRelease(name: string, folder: string, dist: string): Promise<void> {
  await buildApp(folder, {}, dist);
  if (name === SHELL) await buildApp(folder, { NODE_ENV: DEVELOPMENT }, join(dist, DEVELOPMENT));
  const cwd = resolve(ROOT, folder);
  const main = join(import.meta.dirname, 'prerender', `main${extname(import.meta.filename)}`);
  const flags = ['--disable-warning=ExperimentalWarning', '--enable-source-maps'];
  await run(folder, cwd, process.execPath, [...flags, main, name, cwd, dist]);
}

/** The lines that the bundler and Node print around an error: stack frames, headings and internals. */
const TOOL_NOISE =
  /^\s+at |^\s*$|^✗ |^error during build|^Build failed with|^\s+errors: \[Getter|^}$|^Node\.js v|^file:.*node_modules/;

/** Reduces the output of a failed build to the error itself, without colours. */
function errorIn(output: string): string {
  const lines = stripVTControlCharacters(output).split('\n');
  return lines.filter((line) => !TOOL_NOISE.test(line)).join('\n');
}

async function run(
  folder: string,
  cwd: string,
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<void> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => {
      const reason = isMissing(error) ? `${command} is missing: \`npm start\` installs it` : error.message;
      reject(storeError(`${folder} cannot be built: ${reason}.`, error));
    });
    child.on('close', resolve);
  });
  const output = Buffer.concat(chunks).toString().trim();
  if (code !== 0) throw storeError(`${folder} does not build:\n${errorIn(output)}`);
  if (output !== '') console.warn(`${folder}: ${output}`);
}
