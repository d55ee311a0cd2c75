import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseRegistry } from '@space/federation';
import { folderOf, readPointer, type Pointer } from '@space/store';
import { runCommand } from './commandLine.ts';
import { writeRemoteSource, writeShellSource } from './smallRelease.ts';

let sources: string;
let template: string;
let store: string;

const temporary = (name: string) => mkdtemp(join(tmpdir(), `space-${name}-`));
const run = (...args: string[]) => runCommand(...args, '--store', store);
const releaseFrom = (name: string, content: string, ...args: string[]) =>
  run('release', name, '--from', join(sources, content), '--built', ...args);

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await run(...args, '--json');
  expect(stdout.trim().split('\n'), 'one line on standard output').toHaveLength(1);
  // Each test checks the fields that it expects.
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The remotes in the derived registry. */
async function site() {
  const { remotes } = parseRegistry(JSON.parse(await readFile(join(store, 'registry.json'), 'utf8')));
  return remotes;
}
const liveOf = async (name: string) => (await readPointer(store, name)).live?.version ?? '';
const done = (line: string) => ({ code: 0, stdout: expect.stringContaining(line) as string, stderr: '' });
const refused = (line: string) => ({ code: 1, stdout: '', stderr: expect.stringContaining(line) as string });

/** Runs a command that must be refused, and must leave the store as it was. */
async function expectRefusal(line: string, ...args: string[]): Promise<void> {
  const pointers = () => Promise.all(['shell', 'clock', 'notes'].map((name) => readPointer(store, name)));
  const before = await pointers();
  expect(await run(...args)).toEqual(refused(line));
  expect(await pointers()).toEqual(before);
}

beforeAll(async () => {
  sources = await temporary('sources');
  template = store = await temporary('template');
  await writeShellSource(join(sources, 'shell'), 'one');
  for (const content of ['clock1', 'clock2', 'clock3', 'notes1'])
    await writeRemoteSource(join(sources, content), content.slice(0, -1), content);
  const first = await releaseFrom('shell', 'shell');
  expect(first).toEqual(done('is live (the first release).'));
  expect(await releaseFrom('clock', 'clock1')).toEqual(done('kB gzip, contract 3, commit unknown.'));
  expect(await releaseFrom('notes', 'notes1')).toEqual(done('is live'));
});
beforeEach(async () => {
  store = await temporary('store');
  await cp(template, store, { recursive: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  return rm(store, { recursive: true, force: true });
});
afterAll(async () => {
  for (const folder of [sources, template]) await rm(folder, { recursive: true, force: true });
});

test('a release goes live on the pages; a second one of the same content changes nothing and says so', async () => {
  const before = await liveOf('clock');
  const released = await releaseFrom('clock', 'clock2', '--message', 'a faster clock');
  const after = await liveOf('clock');
  expect(released).toEqual(done(`clock ${after} is live (before: ${before}).`));
  expect((await site())['clock']).toMatchObject({ live: { version: after }, previous: { version: before } });
  const again = await releaseFrom('clock', 'clock2');
  expect(again).toEqual(done(`clock ${after} is already live; nothing new was released.`));
  const data = await json('release', 'clock', '--from', join(sources, 'clock2'), '--built');
  expect(data).toMatchObject({ command: 'release', ok: true, changed: false, version: after });
  expect((await run('releases', 'clock')).stdout).toContain('a faster clock');
});

test('a rollback returns to a version that worked, skips withdrawn ones, and is refused without a history', async () => {
  await expectRefusal('There is no earlier version that worked', 'rollback', 'clock');
  const first = await liveOf('clock');
  await releaseFrom('clock', 'clock2');
  const second = await liveOf('clock');
  expect(await run('rollback', 'clock')).toEqual(done(`clock is back at ${first}; ${second} is withdrawn.`));
  expect((await site())['clock']).toMatchObject({ live: { version: first }, previous: null });
  await expectRefusal('There is no earlier version that worked', 'rollback', 'clock');
  await releaseFrom('clock', 'clock3');
  expect(await run('rollback', 'clock')).toEqual(done(`clock is back at ${first}`));
  await expectRefusal('There is no release 0.1.0-', 'rollback', 'clock', '0.1.0-0123456789ab');
  expect(await run('rollback', 'clock', second)).toEqual(done(`clock is back at ${second}`));
});

test('a canary runs on a share of devices, changes the share, and is promoted or rolled back', async () => {
  const first = await liveOf('clock');
  const from = ['--from', join(sources, 'clock2'), '--built'];
  await expectRefusal('There is no canary, and nothing is staged.', 'promote', 'clock');
  await expectRefusal('everyone gets the same HTML', 'canary', 'shell', '10%');
  const live = ['--from', join(sources, 'clock1'), '--built'];
  await expectRefusal('is live already, for everybody', 'canary', 'clock', '10%', ...live);
  expect(await run('canary', 'clock', '10%', ...from)).toEqual(
    done(`tried on 10 % of devices; ${first} stays live for the others.`),
  );
  expect(await run('canary', 'clock', '50%', ...from)).toEqual(done('(before: 10 %)'));
  expect(await run('canary', 'clock', '50%', '--same')).toEqual(done('nothing was changed'));
  expect((await site())['clock']).toMatchObject({ live: { version: first }, canary: { percent: 50 } });
  expect(await run('rollback', 'clock')).toEqual(done(`clock ${first} is live for everybody.`));
  await run('canary', 'clock', '10', ...from);
  expect(await run('promote', 'clock')).toEqual(done(`is live for everybody (before: ${first}).`));
  expect((await site())['clock']).toMatchObject({ canary: null, previous: { version: first } });
});

test('a release is staged with the link that tries it, listed, and promoted; a rollback ends a canary', async () => {
  const first = await liveOf('clock');
  const from = (content: string) => ['--from', join(sources, content), '--built'];
  await expectRefusal('everyone gets the same HTML', 'stage', 'shell');
  await expectRefusal('is live already, for everybody', 'stage', 'clock', ...from('clock1'));
  const staged = await json('stage', 'clock', ...from('clock2'), '--message', 'a faster clock');
  const version = String(staged['version']);
  expect(staged).toMatchObject({ ok: true, address: `/clock?try=clock@${version}` });
  expect((await site())['clock']).toMatchObject({ live: { version: first }, previous: null, canary: null });
  expect(await readFile(join(store, 'clock/index.html'), 'utf8')).not.toContain(version);
  expect(await run('releases', 'clock')).toEqual(done(`clock: ${version} is staged since 20`));
  await run('canary', 'clock', '10%', ...from('clock3'));
  expect(await run('rollback', 'clock')).toEqual(done(`clock ${first} is live for everybody.`));
  await expectRefusal('is neither the canary nor staged', 'promote', 'clock', first);
  expect(await run('promote', 'clock')).toEqual(
    done(`clock ${version} was staged and is live for everybody (before: ${first}).`),
  );
  await writeRemoteSource(join(sources, 'new1'), 'new', 'new1');
  const { address } = await json('stage', 'new', ...from('new1'));
  expect(address).toMatch(/^\/new\?try=new@0\.1\.0-/);
  expect(await run('promote', 'new')).toEqual(done('is live for everybody (the first release).'));
});

test('a remote is switched off with a reason, and on again', async () => {
  await expectRefusal('It is not switched off.', 'revive', 'clock');
  await expectRefusal('The shell cannot be switched off', 'kill', 'shell', 'why');
  await expectRefusal("Nothing is live as 'clocks'", 'kill', 'clocks', 'why');
  expect(await run('kill', 'clock', 'it', 'runs backwards')).toEqual(
    done('Its pages say: it runs backwards'),
  );
  expect((await site())['clock']?.disabled).toBe('it runs backwards');
  expect((await run('releases')).stdout).toMatch(/clock: switched off since .*: it runs backwards/);
  const released = await releaseFrom('clock', 'clock2');
  expect(released.stdout.trim()).toMatch(
    /^clock is switched off \(it runs backwards\), so its pages .*revive clock`\.\nclock 0\.1\.0-.* is live/,
  );
  expect(await run('revive', 'clock')).toEqual(done('clock is switched on again'));
  expect((await site())['clock']?.disabled).toBeNull();
});

describe('damage affects only one remote', () => {
  test('an unreadable pointer: the others still release, and `releases` names its remote', async () => {
    await writeFile(join(folderOf(store, 'clock'), 'pointer.json'), '{ "live":');
    await writeRemoteSource(join(sources, 'notes2'), 'notes', 'notes2');
    expect(await releaseFrom('notes', 'notes2')).toEqual(done('is live'));
    expect(Object.keys(await site())).toEqual(['notes']);
    expect(await run('release', 'clock', '--from', join(sources, 'clock2'), '--built')).toEqual(
      refused('pointer.json cannot be read'),
    );
    expect((await run('releases')).stdout).toMatch(/clock: .*pointer\.json\s+cannot be read/);
    const declaration = join(sources, 'notes2', 'remote.json');
    await writeFile(declaration, (await readFile(declaration, 'utf8')).replace('"/notes"', '"/clock"'));
    expect(await releaseFrom('notes', 'notes2'), 'its pages stay its own').toEqual(
      refused('pages: /clock belongs to clock'),
    );
  });

  test('an unreadable record: the previous version goes live, and a release of the same content repairs it', async () => {
    const first = await liveOf('clock');
    await releaseFrom('clock', 'clock2');
    const second = await liveOf('clock');
    await writeFile(join(folderOf(store, 'clock'), second, 'release.json'), '[]');
    await run('kill', 'notes', 'any move of any team');
    expect((await site())['clock']).toMatchObject({ live: { version: first }, previous: null });
    expect((await json('releases', 'clock'))['leftOut']).toMatchObject([{ version: second }]);
    await releaseFrom('clock', 'clock2');
    expect((await site())['clock']?.live.version).toBe(second);
  });
});

test('a shell that takes a page of a remote is refused with the name of the remote and the rule', async () => {
  const first = await liveOf('shell');
  await writeShellSource(join(sources, 'shell2'), 'two', '/clock');
  const args = ['release', 'shell', '--built', '--from', join(sources, 'shell2')];
  await expectRefusal('pages: /clock belongs to clock', ...args);
  const data = await json(...args);
  expect(data).toMatchObject({ ok: false, name: 'shell', refusals: [{ rule: 'pages' }] });
  await writeShellSource(join(sources, 'shell3'), 'three');
  await releaseFrom('shell', 'shell3');
  expect(await run('rollback', 'shell')).toEqual(done(`shell is back at ${first}`));
});

test('the history tells who did what, when, from which commit and why, newest first; a refused attempt adds nothing', async () => {
  await releaseFrom('clock', 'clock2', '--actor', 'Ada', '--message', 'a faster clock');
  const after = await liveOf('clock');
  await writeRemoteSource(join(sources, 'clock9'), 'clock', 'clock9', ['later']);
  expect((await releaseFrom('clock', 'clock9', '--actor', 'Bob')).code).toBe(1);
  await run('rollback', 'clock', '--actor', 'Cleo', '--message', 'it\u001b[31mflickers');
  const { pointer } = await json('releases', 'clock');
  expect((pointer as Pointer).moves).toMatchObject([
    { who: 'Cleo', what: 'rollback', from: after, to: await liveOf('clock') },
    { who: 'Ada', what: 'release', to: after, commit: null, reason: 'a faster clock' },
    { what: 'release', from: null },
  ]);
  const all = await run('releases', 'clock');
  expect(all.stdout).toMatch(/History .*who .*why\n.* Cleo +rollback .*\n.* Ada +release .*a faster clock\n/);
  expect(all.stdout).not.toContain('\u001b');
});

test('`releases` names an altered file of a version that visitors get, and exits with 1', async () => {
  expect((await run('releases')).code).toBe(0);
  const file = join(folderOf(store, 'clock'), await liveOf('clock'), 'remoteEntry.js');
  await writeFile(file, `${await readFile(file, 'utf8')} `);
  const stdout = expect.stringMatching(/clock: remoteEntry\.js of clock 0\.1\.0-\w+ was\s+altered/) as string;
  for (const command of [['releases'], ['releases', 'clock']])
    expect(await run(...command)).toEqual({ code: 1, stdout, stderr: '' });
  expect((await run('releases', 'notes')).code).toBe(0);
});

test('`--json` prints the result, or the refusal, as one JSON object', async () => {
  expect(await json('rollback', 'clock')).toEqual({
    command: 'rollback',
    ok: false,
    error: 'There is no earlier version that worked, so nothing was rolled back.',
  });
  const { folders } = await json('releases');
  expect(folders).toMatchObject([
    { name: 'shell', live: { contract: 3 } },
    { name: 'clock', pointer: { canary: null }, leftOut: [] },
    { name: 'notes', trouble: null },
  ]);
  expect(await json('frobnicate')).toMatchObject({ ok: false });
});
