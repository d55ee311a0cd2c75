import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { goLive, halt, kill, promote, rollBack, startCanary } from './pointerMoves.ts';
import { movePointer } from './movePointer.ts';
import { addRelease, endExpiredStages, stageRelease } from './publish.ts';
import { readPointer } from './readStore.ts';
import { makeRecord, fileOf } from './testing.ts';
import type { Pointer } from './schema.ts';

const DAY = 86_400_000;
const ENTRY = 'export const routes = [];\n';
const STYLE = '.clock {}\n';
const versionOf = (letter: string) => `0.1.0-${letter.repeat(12)}`;
const [A, B, C] = ['a', 'b', 'c'].map(versionOf) as [string, string, string];
const recordOf = (version: string) =>
  makeRecord('clock', {
    version,
    pages: [{ path: '/clock', access: 'public', title: 'Clock' }],
    styles: ['clock.css'],
    files: { 'remoteEntry.js': fileOf(ENTRY), 'clock.css': fileOf(STYLE) },
  });

let store: string;
let build: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 28, 12) });
  store = await mkdtemp(join(tmpdir(), 'space-staged-'));
  build = await mkdtemp(join(tmpdir(), 'space-build-'));
  await writeFile(join(build, 'remoteEntry.js'), ENTRY);
  await writeFile(join(build, 'clock.css'), STYLE);
  await addRelease(store, recordOf(A), build);
  await move((pointer) => goLive(pointer, A, new Date()));
});
afterEach(async () => {
  vi.useRealTimers();
  for (const folder of [store, build]) await rm(folder, { recursive: true });
});

const inDays = (days: number) => vi.setSystemTime(Date.now() + days * DAY);
const move = (how: (pointer: Pointer) => Pointer) => movePointer(store, 'clock', how, { who: 'Ada' });
const stageIt = (version: string, message?: string) =>
  stageRelease(store, recordOf(version), build, { who: 'Ada', message });
const isThere = (version: string) => existsSync(join(store, 'remotes/clock', version));
/** What browsers may try, as they read it. */
const tried = async () =>
  JSON.parse(await readFile(join(store, 'remotes/clock/staged.json'), 'utf8')) as Record<string, unknown>;

test('a staged release is listed with its message, leaves what is live alone, and browsers get its files with their hashes', async () => {
  const { before, after } = await stageIt(B, 'a faster clock');
  expect(after).toMatchObject({
    ...before,
    staged: [{ version: B, message: 'a faster clock' }],
    moves: [{}, {}],
  });
  expect(after.moves[0]).toMatchObject({ who: 'Ada', what: 'stage', to: B, reason: 'a faster clock' });
  const [entry, style] = ['remoteEntry.js', 'clock.css'].map((file) => `/remotes/clock/${B}/${file}`);
  expect(await tried()).toEqual({
    [B]: {
      title: 'the clock',
      pages: [{ path: '/clock', access: 'public', title: 'Clock' }],
      release: expect.objectContaining({ version: B, entry }) as unknown,
      integrity: {
        [`${entry}`]: fileOf(ENTRY).integrity,
        [`${entry}?again=1`]: fileOf(ENTRY).integrity,
        [`${entry}?again=2`]: fileOf(ENTRY).integrity,
        [`${style}`]: fileOf(STYLE).integrity,
      },
    },
  });
});

describe('a staged release cannot be tried any more', () => {
  test.each<[string, boolean, () => Promise<unknown>]>([
    ['its remote is switched off', false, () => move((pointer) => kill(pointer, 'broken', new Date()))],
    ['it is promoted', true, () => move((pointer) => promote(pointer, null, new Date()))],
    ['it is released', true, () => move((pointer) => goLive(pointer, B, new Date()))],
    ['it is the canary', true, () => move((pointer) => startCanary(pointer, B, 10, new Date()))],
    [
      '14 days have passed, at the next move',
      false,
      async () => {
        inDays(14);
        await move((pointer) => pointer);
      },
    ],
    [
      '14 days have passed, when the server cleans up',
      false,
      async () => {
        inDays(14);
        await endExpiredStages(store, 'clock');
      },
    ],
  ])('once %s; its files stay: %s', async (_when, isKept, leave) => {
    await stageIt(B);
    await leave();
    expect(await tried()).toEqual({});
    expect((await readPointer(store, 'clock')).staged).toEqual([]);
    expect(isThere(B)).toBe(isKept);
  });
});

test('files of a release that visitors had stay when it was staged later, and 14 days begin anew when it is staged again', async () => {
  await stageIt(B);
  await move((pointer) => promote(pointer, null, new Date()));
  await stageIt(A);
  inDays(13);
  await stageIt(A);
  inDays(13);
  await endExpiredStages(store, 'clock');
  expect(Object.keys(await tried())).toEqual([A]);
  inDays(1);
  await endExpiredStages(store, 'clock');
  expect([await tried(), isThere(A)]).toEqual([{}, true]);
});

describe('staging is refused, and nothing is changed, for', () => {
  test.each<[string, string, string, () => Promise<unknown>]>([
    ['the live version', A, 'is live already', async () => {}],
    ['the canary', B, 'is the canary already', () => beCanary()],
    ['a canary that was ended', B, 'was taken back', () => beCanary().then(() => goBack())],
    [
      'a canary that halted',
      B,
      'was taken back',
      () => beCanary().then(() => move((pointer) => halt(pointer, B, 'failed', new Date()))),
    ],
    ['a version that was rolled back', B, 'was taken back', () => beLive().then(() => goBack())],
  ])('%s', async (_what, version, message, prepare) => {
    await prepare();
    const before = await readPointer(store, 'clock');
    await expect(stageIt(version)).rejects.toThrow(message);
    expect(await readPointer(store, 'clock')).toEqual(before);
  });

  const beCanary = async () => {
    await addRelease(store, recordOf(B), build);
    await move((pointer) => startCanary(pointer, B, 10, new Date()));
  };
  const beLive = async () => {
    await addRelease(store, recordOf(B), build);
    await move((pointer) => goLive(pointer, B, new Date()));
  };
  const goBack = () => move((pointer) => rollBack(pointer, null, new Date()));

  test('the shell', async () => {
    await expect(stageRelease(store, makeRecord('shell'), build)).rejects.toThrow(
      'The shell cannot be staged',
    );
  });
});

test('the twenty newest are staged: the oldest makes room, so that a pipeline can stage every change', async () => {
  await stageIt(B);
  for (let index = 0; index < 20; index += 1) await stageIt(`0.1.0-${String(index).padStart(12, '0')}`);
  expect(Object.keys(await tried())).toHaveLength(20);
  expect([Object.keys(await tried()).includes(B), isThere(B)]).toEqual([false, false]);
});

test('promoting takes the canary, else the only staged release, else the one that is named', async () => {
  const promoteIt = (wanted: string | null) => move((pointer) => promote(pointer, wanted, new Date()));
  await expect(promoteIt(null)).rejects.toThrow('There is no canary, and nothing is staged.');
  await stageIt(B);
  await stageIt(C, 'the third');
  await expect(promoteIt(null)).rejects.toThrow(`Several releases are staged. Name one: ${C}, ${B}.`);
  await expect(promoteIt(versionOf('d'))).rejects.toThrow('is neither the canary nor staged');
  const { after } = await promoteIt(C);
  expect(after).toMatchObject({ live: { version: C, message: 'the third' }, staged: [{ version: B }] });
  expect((await promoteIt(null)).after).toMatchObject({
    live: { version: B },
    moves: [{ what: 'promote' }, {}, {}, {}, {}],
  });
});

test('a release that was staged and added twice at the same time is there once, and a repeated promotion finds nothing', async () => {
  await Promise.all([stageIt(B), stageIt(B), stageIt(C)]);
  expect(Object.keys(await tried()).toSorted()).toEqual([B, C]);
  const results = await Promise.allSettled(
    [1, 2].map(() => move((pointer) => promote(pointer, B, new Date()))),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
