import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseRegistry } from '@space/federation';
import { readPointer } from '@space/store';
import { MAIN, NODE_WORDS, runCommand } from './commandLine.ts';
import type { Account } from './commandLine.ts';
import { writeRemoteSource, writeShellSource } from './smallSources.ts';

/** 'nobody': an account that owns nothing. */
const NOBODY = 65534;
const OPEN = 0o755;
const CLOSED = 0o555;

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
 * An account that may write `remotes/clock` and nothing else of the store. For a superuser that is another account, or,
 * where the repository lies in a folder that others may not enter, itself without its powers. Everybody else closes the
 * other folders to themselves.
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

const release = (name: string, content: string, account?: Account) =>
  runCommand(['release', name, '--from', join(sources, content), '--built', '--store', store], account);

async function liveOnThePages(name: string): Promise<string | undefined> {
  const { remotes } = parseRegistry(JSON.parse(await readFile(join(store, 'registry.json'), 'utf8')));
  return remotes[name]?.live.version;
}

beforeEach(async () => {
  sources = await mkdtemp(join(tmpdir(), 'space-sources-'));
  store = await mkdtemp(join(tmpdir(), 'space-store-'));
  await writeShellSource(join(sources, 'shell'), 'one');
  for (const content of ['clock1', 'clock2'])
    await writeRemoteSource(join(sources, content), 'clock', content);
  for (const content of ['notes1', 'notes2'])
    await writeRemoteSource(join(sources, content), 'notes', content);
  for (const [name, content] of [
    ['shell', 'shell'],
    ['clock', 'clock1'],
    ['notes', 'notes1'],
  ] as const)
    expect((await release(name, content)).code).toBe(0);
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
  const before = await liveOnThePages('clock');
  const ran = await release('clock', 'clock2', team);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toContain('This account may not write');
  const after = (await readPointer(store, 'clock')).live?.version;
  expect(after).not.toBe(before);
  expect(await liveOnThePages('clock')).toBe(before);
  const seen = await runCommand(['releases', '--store', store], team);
  expect(seen.stdout).toContain('The pages do not show all of this yet: npm run store -- derive');

  for (const words of [
    ['kill', 'notes', 'not theirs', '--store', store],
    ['release', 'notes', '--from', join(sources, 'notes2'), '--built', '--store', store],
    ['derive', '--store', store],
  ]) {
    const foreign = await runCommand(words, team);
    expect(foreign).toMatchObject({ code: 1, stdout: '' });
    expect(foreign.stderr).toMatch(/^This account may not write /);
  }
  expect((await readPointer(store, 'notes')).disabled).toBeNull();

  for (const folder of [store, ...(await foldersBelow(store))]) await chmod(folder, OPEN);
  expect((await runCommand(['derive', '--store', store])).code).toBe(0);
  expect(await liveOnThePages('clock')).toBe(after);
});

test('derive --watch makes a pointer live as soon as it moves, and ends when it is told to', async () => {
  watcher = spawn(process.execPath, [...NODE_WORDS, 'derive', '--watch', '--json', '--store', store], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (watcher.stdout === null) throw new Error('Its output is piped');
  const lines = createInterface({ input: watcher.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  expect(JSON.parse(await next())).toMatchObject({ ok: true, leftOut: [] });
  await runCommand(['kill', 'clock', 'for a test', '--store', store]);
  expect(JSON.parse(await next())).toMatchObject({
    registry: { remotes: { clock: { disabled: 'for a test' } } },
  });
  const exit = once(watcher, 'exit');
  watcher.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
