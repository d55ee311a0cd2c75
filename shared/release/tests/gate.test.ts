import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReleaseRecord } from '@space/store';
import { gateAgainstStore } from '../src/gate/gateAgainstStore.ts';
import { refusedRelease } from '../src/gate/refusedRelease.ts';
import type { ReleaseTypes } from '../src/gate/releaseTypes.ts';
import { REMOTE_TYPES, SHELL_TYPES, SMALL_SHELL, putLive, withChange, writeRelease } from './smallRelease.ts';

let store: string;
let folder: string;
beforeEach(async () => {
  store = await mkdtemp(join(tmpdir(), 'space-store-'));
  folder = await mkdtemp(join(tmpdir(), 'space-release-'));
});
afterEach(async () => {
  await rm(store, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

const putShell = () => putLive(store, { name: 'shell', types: SHELL_TYPES, record: SMALL_SHELL });
const gate = (record: ReleaseRecord) => gateAgainstStore(store, { record, folder });

describe('the gate for a remote', () => {
  beforeEach(putShell);

  test('accepts a release that keeps every rule, and ignores release.json and mf-manifest.json in its folder', async () => {
    const record = await writeRelease(folder, { name: 'clock' });
    await writeFile(join(folder, 'release.json'), '{}');
    await writeFile(join(folder, 'mf-manifest.json'), '{}');
    expect(await gate(record)).toEqual([]);
  });

  test('refuses what the shell cannot run: another contract, plugin or share, or a range that does not fit', async () => {
    const change = { contract: 99, plugin: '1.22.0', shares: { jquery: '^3.0.0', react: '^20.0.0' } };
    expect(await gate(await writeRelease(folder, { name: 'clock', record: change }))).toEqual([
      { rule: 'contract', message: 'contract 99 is not 2' },
      { rule: 'plugin', message: 'the shell does not know containers of 1.22.0' },
      { rule: 'share', message: 'the shell does not share jquery' },
      { rule: 'share', message: 'react 19.3.1 does not satisfy ^20.0.0' },
    ]);
  });

  test('refuses a name that the platform does not have, only once, with the line that uses it', async () => {
    const types = { ...REMOTE_TYPES, places: { later: 'remotes/clock/src/Clock.tsx:9' } };
    const record = await writeRelease(folder, { name: 'clock', types, record: { uses: ['later'] } });
    expect(await gate(record)).toEqual([
      {
        rule: 'platform',
        message: "the shell's platform has no 'later'",
        where: 'remotes/clock/src/Clock.tsx:9',
      },
    ]);
  });

  test('refuses a release that was built against incompatible types, with the line that uses them', async () => {
    const types = withChange(REMOTE_TYPES, 'title: string', 'title: string; colour: string');
    expect(await gate(await writeRelease(folder, { name: 'clock', types }))).toEqual([
      {
        rule: 'types',
        message: expect.stringContaining("Property 'colour' is missing"),
        where: 'remotes/clock/src/Clock.tsx:3',
      },
    ]);
  });

  test('refuses pages that belong to the shell or another remote, with the file that claims them', async () => {
    await putLive(store, { name: 'notes' });
    const pages: ReleaseRecord['pages'] = [
      { path: '/auth', access: 'public' },
      { path: '/notes', access: 'public' },
    ];
    const where = 'remotes/clock/remote.json';
    expect(await gate(await writeRelease(folder, { name: 'clock', record: { pages } }))).toEqual([
      { rule: 'pages', message: '/auth belongs to shell', where },
      { rule: 'pages', message: '/notes belongs to notes', where },
    ]);
  });

  test('refuses a page without a route, which no one could open, and a route that no page declares', async () => {
    const files = { 'pages.json': '{ "/clock/alarm": { "title": "Alarm" } }' };
    expect(await gate(await writeRelease(folder, { name: 'clock', files }))).toEqual([
      {
        rule: 'pages',
        message: '/clock is declared in remote.json and has no route',
        where: 'remotes/clock/src/routes.tsx',
      },
      {
        rule: 'pages',
        message: '/clock/alarm is a route, and remote.json does not declare it',
        where: 'remotes/clock/remote.json',
      },
    ]);
  });

  test('refuses a pages.json that cannot be read', async () => {
    expect(await gate(await writeRelease(folder, { name: 'clock', files: { 'pages.json': '{' } }))).toEqual([
      { rule: 'pages', message: 'pages.json cannot be read' },
    ]);
  });

  test('ignores unreadable files of other teams', async () => {
    await putLive(store, { name: 'notes' });
    await putLive(store, { name: 'weather' });
    await writeFile(join(store, 'remotes', 'notes', 'pointer.json'), '{');
    await writeFile(join(store, 'remotes', 'weather', '0.1.0-0123456789ab', 'release.json'), '{');
    expect(await gate(await writeRelease(folder, { name: 'clock' }))).toEqual([]);
  });

  test('refuses changed, missing and extra files, and a record that does not list its entry', async () => {
    const record = await writeRelease(folder, {
      name: 'clock',
      files: { 'assets/a.js': '1', 'assets/b.js': '2' },
      record: { entry: 'other.js' },
    });
    await appendFile(join(folder, 'assets/a.js'), ' ');
    await rm(join(folder, 'assets/b.js'));
    await writeFile(join(folder, 'assets/c.js'), '3');
    expect(await gate(record)).toEqual([
      {
        rule: 'integrity',
        message: 'assets/a.js differs from the record: its SHA-256 is another one',
      },
      { rule: 'integrity', message: 'assets/b.js is missing' },
      { rule: 'integrity', message: 'assets/c.js is not in the record' },
      { rule: 'integrity', message: 'the record loads other.js at the start, but does not list it' },
    ]);
  });

  test('accepts compressed copies of recorded files, unless their content differs', async () => {
    const record = await writeRelease(folder, { name: 'clock', files: { 'assets/a.js': '1' } });
    await writeFile(join(folder, 'assets/a.js.br'), brotliCompressSync('1'));
    await writeFile(join(folder, 'assets/a.js.gz'), gzipSync('1'));
    expect(await gate(record)).toEqual([]);
    await writeFile(join(folder, 'assets/a.js.br'), brotliCompressSync('2'));
    await writeFile(join(folder, 'assets/a.js.gz'), '1');
    await writeFile(join(folder, 'assets/c.js.gz'), gzipSync('1'));
    expect(await gate(record)).toEqual([
      { rule: 'integrity', message: 'assets/c.js.gz is not in the record' },
      { rule: 'integrity', message: 'assets/a.js.br does not decompress to assets/a.js of the record' },
      { rule: 'integrity', message: 'assets/a.js.gz does not decompress to assets/a.js of the record' },
    ]);
  });

  test('names the three largest files of a release that is too heavy', async () => {
    const heavy = (bytes: number) =>
      Array.from({ length: bytes }, (_, i) => ((i * 7919) % 1013).toString(36)).join('');
    const files = { 'a.js': heavy(400), 'b.js': heavy(900), 'c.css': heavy(700), 'd.js': heavy(100) };
    const [refusal] = await gate(await writeRelease(folder, { name: 'clock', files }));
    expect(refusal?.message).toMatch(
      /^code and styles are [\d,]+ bytes after gzip, the budget is 1,000 bytes; the largest: b\.js [\d,]+ bytes, c\.css \d+ bytes, a\.js \d+ bytes$/,
    );
  });

  test.each([
    ['without types', null, {}, 'it has no types.json'],
    ['with unreadable types', null, { 'types.json': '{' }, 'types.json cannot be read: '],
  ])('refuses a release %s', async (_what, types, files, message) => {
    const refusals = await gate(await writeRelease(folder, { name: 'clock', types, files }));
    expect(refusals).toEqual([{ rule: 'types', message: expect.stringContaining(message) }]);
  });
});

describe('the gate', () => {
  test('lets no remote through while no shell is live', async () => {
    expect(await gate(await writeRelease(folder, { name: 'clock' }))).toEqual([
      { rule: 'contract', message: 'there is no live shell that it could run in' },
    ]);
  });

  test('accepts a first shell that changes a type which no live remote uses', async () => {
    await putLive(store, { name: 'clock' });
    const types = withChange(SHELL_TYPES, 'useToday(): string', 'useToday(): Date');
    const record = await writeRelease(folder, { name: 'shell', types, record: SMALL_SHELL });
    expect(await gate(record)).toEqual([]);
  });

  test('refuses a shell in which a live release would not run, and names the release and its version', async () => {
    await putLive(store, { name: 'clock' });
    await putLive(store, { name: 'notes', record: { uses: ['useToday'] } });
    // A damaged release of another team does not block the shell.
    await putLive(store, { name: 'weather' });
    await writeFile(join(store, 'remotes/weather/0.1.0-0123456789ab/types.json'), '{');
    const types = withChange(SHELL_TYPES, 'listAll(', 'listEvery(');
    const record = await writeRelease(folder, { name: 'shell', types, record: SMALL_SHELL });
    expect(await gate(record)).toEqual([
      {
        rule: 'types',
        message: expect.stringMatching(
          /^clock 0\.1\.0-0123456789ab would not run: 'tasks' is not what it was built against \(platform 1\.0\.0, the shell has 1\.0\.0\): Property 'listAll' is missing/,
        ),
        where: 'remotes/clock/src/Clock.tsx:3',
      },
    ]);
  });

  test('checks a shell against the remotes that go live with it, not against those that they replace', async () => {
    await putLive(store, { name: 'clock' });
    const change = (types: ReleaseTypes) => withChange(types, 'listAll(', 'listEvery(');
    const shell = await writeRelease(folder, {
      name: 'shell',
      types: change(SHELL_TYPES),
      record: SMALL_SHELL,
    });
    const next = await mkdtemp(join(tmpdir(), 'space-release-'));
    const clock = await writeRelease(next, { name: 'clock', types: change(REMOTE_TYPES) });
    const together = [
      { record: shell, folder },
      { record: clock, folder: next },
    ];
    for (const candidate of together) {
      const others = together.filter((one) => one !== candidate);
      expect(await gateAgainstStore(store, candidate, others)).toEqual([]);
    }
    await rm(next, { recursive: true });
  });

  test('refuses a shell with another contract, once for each release that would not run', async () => {
    await putLive(store, { name: 'clock' });
    const shell = { ...SMALL_SHELL, contract: 3 };
    const record = await writeRelease(folder, { name: 'shell', types: SHELL_TYPES, record: shell });
    expect(await gate(record)).toEqual([
      { rule: 'contract', message: 'clock 0.1.0-0123456789ab would not run: contract 2 is not 3' },
    ]);
  });
});

test('a refusal is readable text: one line for each rule, with its file and line', () => {
  const { message } = refusedRelease({ name: 'retro', version: '0.1.0-abc' }, [
    { rule: 'types', message: "'tasks' is gone", where: 'remotes/retro/src/Clock.tsx:3' },
    { rule: 'size', message: 'too heavy' },
  ]);
  expect(message.split('\n')).toEqual([
    'retro 0.1.0-abc was refused:',
    "  types: 'tasks' is gone (remotes/retro/src/Clock.tsx:3)",
    '  size: too heavy',
  ]);
});
