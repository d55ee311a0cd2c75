import { fork, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '@space/release';
import { writeRemoteSource, writeShellSource } from '@space/release/testing';
import { nextMessage } from '../interleave/team.ts';

export const TEAM_NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];

/** Possible faults of a build → the text that the refusal must contain. */
export const FAULTS = { platform: 'platform:', route: 'pages:', budget: 'size:', page: 'pages:' } as const;
export type Fault = keyof typeof FAULTS;

/** The result of a process. `code`: null if it was killed. `answer`: its line of JSON; null if there is none. */
export interface Run {
  code: number | null;
  answer: Record<string, unknown> | null;
  output: string;
}

/** A clone of the repository with the sources of the five remotes. */
export interface Checkout {
  folder: string;
  /** Runs a script of this checkout in a process of its own. */
  run: (script: string, args: readonly string[], onStart?: (child: ChildProcess) => void) => Promise<Run>;
  /** Runs a command (`npm run store -- …`), in a new process or in the clone's reused one. `onStart` may kill it. */
  command: (args: readonly string[], onStart?: (child: ChildProcess) => void) => Promise<Run>;
  /** Ends the reused process, so that the next command reads the clone again. */
  close: () => void;
}

/** The packages that are copied into a clone: its commands. The others are linked. */
const COPIED = ['release'];
const EXCLUDED_PATHS = /\/shared\/\w+\/(tests|node_modules\/\.bin)$/;

const sourceIn = (checkout: string, name: string) => join(checkout, 'remotes', name);

/** Writes a remote's `remote.json` with its page, and with the fault 'page' also with another team's page. */
export async function declare(checkout: string, name: string, fault: Fault | null = null): Promise<void> {
  const paths = [name, ...(fault === 'page' ? TEAM_NAMES.filter((one) => one !== name).slice(0, 1) : [])];
  const pages = paths.map((path) => ({ path: `/${path}`, access: 'public', title: 'Small' }));
  const declaration = { name, title: `the ${name}`, port: 5199, pages, budget: { gzip: 1000 } };
  await writeFile(join(sourceIn(checkout, name), 'remote.json'), JSON.stringify(declaration));
}

/** Writes a build of a remote, sound or with a fault, into a clone. Keeps its `remote.json`, unless the fault is 'page'. */
export async function build(
  checkout: string,
  name: string,
  content: number,
  fault: Fault | null = null,
): Promise<void> {
  const folder = sourceIn(checkout, name);
  const declared = await readFile(join(folder, 'remote.json'), 'utf8').catch(() => null);
  await rm(join(folder, 'dist'), { recursive: true, force: true });
  await writeRemoteSource(folder, name, `${name} ${content}`, fault === 'platform' ? ['later'] : ['tasks']);
  if (declared !== null) await writeFile(join(folder, 'remote.json'), declared);
  if (fault === 'route') {
    await writeFile(join(folder, 'dist/pages.json'), '{}');
  }
  if (fault === 'budget') {
    const lines = Array.from({ length: 2_000 }, (_, index) => `export const a${index} = ${index * 7919};`);
    await writeFile(join(folder, 'dist/assets/large.js'), lines.join('\n'));
  }
  if (fault === 'page') await declare(checkout, name, fault);
}

/** Creates a clone in a folder: our code, its packages, and the sources of five small remotes and a small shell. */
export async function checkOut(
  folder: string,
  environment: NodeJS.ProcessEnv,
  reusesProcess: boolean,
): Promise<Checkout> {
  for (const name of await readdir(join(ROOT, 'shared'))) {
    const [from, to] = [join(ROOT, 'shared', name), join(folder, 'shared', name)];
    const filter = (source: string) => !EXCLUDED_PATHS.test(source.replaceAll('\\', '/'));
    await mkdir(join(folder, 'shared'), { recursive: true });
    if (COPIED.includes(name)) await cp(from, to, { recursive: true, verbatimSymlinks: true, filter });
    else await symlink(from, to);
  }
  for (const name of ['node_modules', 'supabase', 'package.json', 'pnpm-lock.yaml'])
    await symlink(join(ROOT, name), join(folder, name));
  // Includes the built operator's page, as in a clone that was started before.
  await mkdir(join(folder, 'dist'));
  if (existsSync(join(ROOT, 'dist/built')))
    await cp(join(ROOT, 'dist/built'), join(folder, 'dist/built'), { recursive: true });
  await writeShellSource(join(folder, 'shell'), 'one');
  await symlink(join(ROOT, 'shell/node_modules'), join(folder, 'shell/node_modules'));
  for (const name of TEAM_NAMES) await build(folder, name, 0);
  const runHere: Checkout['run'] = (script, args, onStart) => run(folder, environment, script, args, onStart);
  if (reusesProcess) return { folder, run: runHere, ...commandProcess(folder, environment) };
  const command: Checkout['command'] = (args, onStart) =>
    runHere('shared/release/src/cli/main.ts', args, onStart);
  return { folder, run: runHere, command, close: () => {} };
}

/** Runs the commands of a clone in one process, which is started again after it was killed. */
function commandProcess(folder: string, env: NodeJS.ProcessEnv): Pick<Checkout, 'command' | 'close'> {
  let reused: ChildProcess | null = null;
  const worker = fileURLToPath(new URL('./worker.ts', import.meta.url));
  const commands = join(folder, 'shared/release/src/cli/commands.ts');
  async function start(): Promise<ChildProcess> {
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    const child = fork(worker, [commands], { cwd: folder, env, execArgv });
    child.on('exit', () => {
      if (reused === child) reused = null;
    });
    await nextMessage(child);
    return child;
  }
  return {
    async command(args, onStart = () => {}) {
      const child = (reused ??= await start());
      const message = nextMessage<{ code: number; output: string }>(child);
      onStart(child);
      child.send(args, () => {});
      const result = await message;
      return result === null
        ? { code: null, answer: null, output: '' }
        : { ...result, answer: answerIn(result.output) };
    },
    close() {
      reused?.kill('SIGKILL');
      reused = null;
    },
  };
}

async function run(
  folder: string,
  environment: NodeJS.ProcessEnv,
  script: string,
  args: readonly string[],
  onStart: (child: ChildProcess) => void = () => {},
): Promise<Run> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(folder, script), ...args],
    { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  onStart(child);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, answer: answerIn(stdout), output: `${stdout}${stderr}`.trim() };
}

/** Parses the output of our commands with `--json`: one line, an object. Null for anything else. */
export function answerIn(output: string): Run['answer'] {
  try {
    const value: unknown = JSON.parse(output);
    return typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
