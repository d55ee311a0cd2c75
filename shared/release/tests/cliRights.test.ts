import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseRegistry } from '@space/federation';
import { readPointer } from '@space/store';
import { runCommand } from './commandLine.ts';
import { writeRemoteSource, writeShellSource } from './smallRelease.ts';

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const NODE_ARGS = ['--disable-warning=ExperimentalWarning', MAIN];
/** The user id of 'nobody', an account that owns nothing. */
const NOBODY = 65534;
const OPEN = 0o755;
const CLOSED = 0o555;

/** The account that runs a command: a prefix of the command, and the options of its process. */
interface Account {
  prefix: readonly string[];
  options: Pick<SpawnOptions, 'uid' | 'gid'>;
}

let sources: string;
let store: string;
let watcher: ChildProcess | null = null;

const foldersBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));

const canReach = (options: Account['options']) =>
  spawnSync(process.execPath, ['-e', 'require("node:fs").accessSync(process.argv[1])', MAIN], {
    ...options,
    cwd: '/',
  }).status === 0;

async function giveTo(owner: number, folder: string): Promise<void> {
  for (const name of ['', ...(await readdir(folder, { recursive: true }))])
    await chown(join(folder, name), owner, owner);
}

/**
 * Creates an account that may write to `remotes/clock` and to nothing else in the store. Root uses another account, or, if
 * the repository is in a folder that others may not enter, itself without its capabilities. Other users remove their own
 * write permission on the other folders.
 */
async function teamOfClock(): Promise<Account> {
  const own = join(store, 'remotes', 'clock');
  if (process.getuid?.() !== 0) {
    const others = (await foldersBelow(store)).filter((folder) => !folder.startsWith(own));
    for (const folder of [store, ...others]) await chmod(folder, CLOSED);
    return { prefix: [], options: {} };
  }
  for (const folder of [store, sources]) await chmod(folder, OPEN);
  const options = { uid: NOBODY, gid: NOBODY };
  if (canReach(options)) {
    await giveTo(NOBODY, own);
    return { prefix: [], options };
  }
  await giveTo(NOBODY, store);
  await giveTo(0, own);
  return { prefix: ['setpriv', '--bounding-set=-all', '--inh-caps=-all'], options: {} };
}

/** Runs a command in a separate process, as a person would. */
function runAs({ prefix, options }: Account, ...commandArgs: readonly string[]) {
  const [command, ...args] = [...prefix, process.execPath, ...NODE_ARGS, ...commandArgs, '--store', store];
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  return { code: status, stdout, stderr };
}

const argsOf = (name: string, content: string) => [
  'release',
  name,
  '--built',
  '--from',
  join(sources, content),
];

async function liveInRegistry(name: string): Promise<string | undefined> {
  const { remotes } = parseRegistry(JSON.parse(await readFile(join(store, 'registry.json'), 'utf8')));
  return remotes[name]?.live.version;
}

beforeEach(async () => {
  sources = await mkdtemp(join(tmpdir(), 'space-sources-'));
  store = await mkdtemp(join(tmpdir(), 'space-store-'));
  await writeShellSource(join(sources, 'shell'), 'one');
  for (const content of ['clock1', 'clock2', 'notes1', 'notes2'])
    await writeRemoteSource(join(sources, content), content.slice(0, -1), content);
  for (const args of [argsOf('shell', 'shell'), argsOf('clock', 'clock1'), argsOf('notes', 'notes1')])
    expect((await runCommand(...args, '--store', store)).code).toBe(0);
});
afterEach(async () => {
  if (watcher?.exitCode === null) {
    const exit = once(watcher, 'exit');
    watcher.kill('SIGTERM');
    await exit;
  }
  watcher = null;
  for (const folder of [store, ...(await foldersBelow(store))]) await chmod(folder, OPEN);
  for (const folder of [store, sources]) await rm(folder, { recursive: true, force: true });
});

test('a team without rights to the rest of the store releases its own remote, and the operator makes it live', async () => {
  const team = await teamOfClock();
  const before = await liveInRegistry('clock');
  const result = runAs(team, ...argsOf('clock', 'clock2'));
  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(result.stdout).toContain('This account may not write');
  const after = (await readPointer(store, 'clock')).live?.version;
  expect(after).not.toBe(before);
  expect(await liveInRegistry('clock')).toBe(before);
  expect(runAs(team, 'releases').stdout).toContain(
    'The pages do not show all of this yet: npm run store -- derive',
  );

  for (const args of [['kill', 'notes', 'not theirs'], argsOf('notes', 'notes2'), ['derive']]) {
    const denied = runAs(team, ...args);
    expect(denied).toMatchObject({ code: 1, stdout: '' });
    expect(denied.stderr).toMatch(/^This account may not write /);
  }
  expect((await readPointer(store, 'notes')).disabled).toBeNull();

  for (const folder of [store, ...(await foldersBelow(store))]) await chmod(folder, OPEN);
  expect((await runCommand('derive', '--store', store)).code).toBe(0);
  expect(await liveInRegistry('clock')).toBe(after);
});

test('derive --watch derives the site as soon as a pointer changes, and exits on SIGTERM', async () => {
  watcher = spawn(process.execPath, [...NODE_ARGS, 'derive', '--watch', '--json', '--store', store], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (watcher.stdout === null) throw new Error('Its output is piped');
  const lines = createInterface({ input: watcher.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  expect(JSON.parse(await next())).toMatchObject({ ok: true, leftOut: [] });
  await runCommand('kill', 'clock', 'for a test', '--store', store);
  expect(JSON.parse(await next())).toMatchObject({
    registry: { remotes: { clock: { disabled: 'for a test' } } },
  });
  const exit = once(watcher, 'exit');
  watcher.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
