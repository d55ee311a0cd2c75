import { fork, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '@space/release';
import { REMOTE_TYPES, withChange, writeRemoteSource, writeShellSource } from '@space/release/testing';
import { nextAnswer } from '../interleave/team.ts';

export const TEAM_NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];

/** What a build can have wrong, and the word of the refusal that must name it. */
export const FAULTS = { types: 'types:', route: 'pages:', budget: 'size:', page: 'pages:' } as const;
export type Fault = keyof typeof FAULTS;

/** What a process did: null as its code when it was killed. `answer` is its line of JSON, null where there is none. */
export interface Ran {
  code: number | null;
  answer: Record<string, unknown> | null;
  said: string;
}

/** A person's clone of the repository, with the sources of the five remotes in it. */
export interface Checkout {
  folder: string;
  /** Runs a script of this checkout in a process of its own. */
  run: (script: string, words: readonly string[], onStart?: (child: ChildProcess) => void) => Promise<Ran>;
  /** Runs a command (`npm run store -- …`): a process of its own, or the one that is kept for it. `onStart` may kill it. */
  command: (words: readonly string[], onStart?: (child: ChildProcess) => void) => Promise<Ran>;
  /** Ends the process that is kept: the next command reads the clone anew. */
  close: () => void;
}

/** The packages of which a clone has its own copy: its commands. The others are linked. */
const COPIED = ['release'];
const NOT_COPIED = /\/shared\/\w+\/(tests|node_modules\/\.bin)$/;

const sourceIn = (checkout: string, name: string) => join(checkout, 'remotes', name);

/** What a remote's `remote.json` declares: its page, and with the fault 'page' one that is another team's. */
export async function declare(checkout: string, name: string, fault: Fault | null = null): Promise<void> {
  const paths = [name, ...(fault === 'page' ? TEAM_NAMES.filter((one) => one !== name).slice(0, 1) : [])];
  const pages = paths.map((path) => ({ path: `/${path}`, access: 'public', title: 'Small' }));
  const declaration = { name, title: `the ${name}`, port: 5199, pages, budget: { gzip: 1000 } };
  await writeFile(join(sourceIn(checkout, name), 'remote.json'), JSON.stringify(declaration));
}

/** Builds a content of a remote, sound or with a fault, into the checkout's source. What it declares stays as it is. */
export async function build(
  checkout: string,
  name: string,
  content: number,
  fault: Fault | null = null,
): Promise<void> {
  const folder = sourceIn(checkout, name);
  const declared = await readFile(join(folder, 'remote.json'), 'utf8').catch(() => null);
  const types =
    fault === 'types' ? withChange(REMOTE_TYPES, 'title: string', 'heading: string') : REMOTE_TYPES;
  await rm(join(folder, 'dist'), { recursive: true, force: true });
  await writeRemoteSource(folder, name, `${name} ${content}`, types);
  if (declared !== null) await writeFile(join(folder, 'remote.json'), declared);
  if (fault === 'route') {
    await mkdir(join(folder, 'dist/.vite'));
    for (const file of ['pages.json', '.vite/manifest.json'])
      await writeFile(join(folder, 'dist', file), '{}');
  }
  if (fault === 'budget') {
    const lines = Array.from({ length: 2_000 }, (_, index) => `export const a${index} = ${index * 7919};`);
    await writeFile(join(folder, 'dist/assets/large.js'), lines.join('\n'));
  }
  if (fault === 'page') await declare(checkout, name, fault);
}

/** Makes a clone in a folder: our code, what it has installed, and the five small remotes and a small shell as sources. */
export async function checkOut(
  folder: string,
  environment: NodeJS.ProcessEnv,
  keepsProcess: boolean,
): Promise<Checkout> {
  for (const name of await readdir(join(ROOT, 'shared'))) {
    const [from, to] = [join(ROOT, 'shared', name), join(folder, 'shared', name)];
    const filter = (source: string) => !NOT_COPIED.test(source.replaceAll('\\', '/'));
    await mkdir(join(folder, 'shared'), { recursive: true });
    if (COPIED.includes(name)) await cp(from, to, { recursive: true, verbatimSymlinks: true, filter });
    else await symlink(from, to);
  }
  for (const name of ['node_modules', 'supabase', 'package.json', 'pnpm-lock.yaml'])
    await symlink(join(ROOT, name), join(folder, name));
  // The operator's page is built, as in a clone that was started before.
  await mkdir(join(folder, 'dist'));
  if (existsSync(join(ROOT, 'dist/built')))
    await cp(join(ROOT, 'dist/built'), join(folder, 'dist/built'), { recursive: true });
  await writeShellSource(join(folder, 'shell'), 'one');
  await symlink(join(ROOT, 'shell/node_modules'), join(folder, 'shell/node_modules'));
  for (const name of TEAM_NAMES) await build(folder, name, 0);
  const runHere: Checkout['run'] = (script, words, onStart) =>
    run(folder, environment, script, words, onStart);
  if (keepsProcess) return { folder, run: runHere, ...keptProcess(folder, environment) };
  const command: Checkout['command'] = (words, onStart) =>
    runHere('shared/release/src/cli/main.ts', words, onStart);
  return { folder, run: runHere, command, close: () => {} };
}

/** A process that is kept for the commands of a clone, and started anew when it was killed. */
function keptProcess(folder: string, env: NodeJS.ProcessEnv): Pick<Checkout, 'command' | 'close'> {
  let kept: ChildProcess | null = null;
  const worker = fileURLToPath(new URL('./worker.ts', import.meta.url));
  const commands = join(folder, 'shared/release/src/cli/commands.ts');
  async function start(): Promise<ChildProcess> {
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    const child = fork(worker, [commands], { cwd: folder, env, execArgv });
    child.on('exit', () => {
      if (kept === child) kept = null;
    });
    await nextAnswer(child);
    return child;
  }
  return {
    async command(words, onStart = () => {}) {
      const child = (kept ??= await start());
      const answer = nextAnswer<{ code: number; said: string }>(child);
      onStart(child);
      child.send(words, () => {});
      const ran = await answer;
      return ran === null ? { code: null, answer: null, said: '' } : { ...ran, answer: answerIn(ran.said) };
    },
    close() {
      kept?.kill('SIGKILL');
      kept = null;
    },
  };
}

async function run(
  folder: string,
  environment: NodeJS.ProcessEnv,
  script: string,
  words: readonly string[],
  onStart: (child: ChildProcess) => void = () => {},
): Promise<Ran> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(folder, script), ...words],
    { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  onStart(child);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, answer: answerIn(output), said: `${output}${complaint}`.trim() };
}

/** What a command with `--json` answered: one line; null for anything else. */
export function answerIn(output: string): Ran['answer'] {
  try {
    const value: unknown = JSON.parse(output);
    // Our own commands wrote it: an object.
    return typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
