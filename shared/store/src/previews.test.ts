import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { goLive } from './pointerMoves.ts';
import { movePointer } from './movePointer.ts';
import { endExpiredPreviews, endPreview, readPreviews } from './previews.ts';
import { addRelease } from './publish.ts';
import { startPreview } from './startPreview.ts';
import { makeRecord, fileOf } from './testing.ts';

const DAY = 86_400_000;
// In the far future: moves end previews that have expired by the machine's own clock, too.
const NOW = new Date(Date.UTC(2126, 10, 25, 12));
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY);
const ENTRY = 'export const routes = [];\n';
const versionOf = (content: string) => `0.1.0-${content.repeat(12)}`;
const recordOf = (content: string) =>
  makeRecord('clock', { version: versionOf(content), files: { 'remoteEntry.js': fileOf(ENTRY) } });

let store: string;
let build: string;
beforeEach(async () => {
  store = await mkdtemp(join(tmpdir(), 'space-previews-'));
  build = await mkdtemp(join(tmpdir(), 'space-build-'));
  await writeFile(join(build, 'remoteEntry.js'), ENTRY);
});
afterEach(async () => {
  for (const folder of [store, build]) await rm(folder, { recursive: true });
});

const start = (content: string, label: string, days = 14) =>
  startPreview(store, recordOf(content), build, { label, days }, NOW);
const isThere = (content: string) => existsSync(join(store, 'remotes/clock', versionOf(content)));
const labels = async () => (await readPreviews(store, 'clock')).map(({ label }) => label);

test('starting a preview writes its file for browsers, and creates no pointer', async () => {
  await start('a', 'pr-12');
  const text = await readFile(join(store, 'remotes/clock/preview-pr-12.json'), 'utf8');
  const address = `/remotes/clock/${versionOf('a')}/remoteEntry.js`;
  const { integrity } = fileOf(ENTRY);
  expect(JSON.parse(text)).toMatchObject({
    label: 'pr-12',
    version: versionOf('a'),
    until: '2126-12-09T12:00:00.000Z',
    release: { entry: address },
    integrity: { [address]: integrity, [`${address}?again=1`]: integrity, [`${address}?again=2`]: integrity },
  });
  expect(existsSync(join(store, 'remotes/clock/pointer.json'))).toBe(false);
});

test('deletes the files of expired previews, unless they are live, in another preview or released before', async () => {
  await addRelease(store, recordOf('d'), build);
  for (const [content, label] of [
    ['a', 'alone'],
    ['b', 'live'],
    ['c', 'shared'],
    ['d', 'before'],
  ] as const)
    await start(content, label, 1);
  await start('c', 'longer', 2);
  await movePointer(store, 'clock', (pointer) => goLive(pointer, versionOf('b'), NOW));
  expect(await endExpiredPreviews(store, 'clock', inDays(0.9))).toBe(0);
  expect(await endExpiredPreviews(store, 'clock', inDays(1))).toBe(4);
  expect(await labels()).toEqual(['longer']);
  expect(['a', 'b', 'c', 'd'].map(isThere)).toEqual([false, true, true, true]);
  expect(await endExpiredPreviews(store, 'clock', inDays(2))).toBe(1);
  expect(isThere('c')).toBe(false);
});

test('a new preview replaces the old one of the same label, and repeating the same one changes nothing', async () => {
  await start('a', 'pr-12');
  await start('a', 'pr-12');
  expect(isThere('a')).toBe(true);
  await start('b', 'pr-12');
  expect(await labels()).toEqual(['pr-12']);
  expect(['a', 'b'].map(isThere)).toEqual([false, true]);
  await endPreview(store, 'clock', 'pr-12');
  expect(isThere('b')).toBe(false);
  await expect(endPreview(store, 'clock', 'pr-12')).rejects.toThrow("There is no preview 'pr-12' of clock.");
});

test('refuses invalid labels and durations, and ignores broken preview files', async () => {
  for (const label of ['', '../x', 'PR', 'a.b', 'x'.repeat(41)])
    await expect(start('a', label)).rejects.toThrow('is not a label such as pr-12');
  for (const days of [0, 1.5, 91, Number.NaN])
    await expect(start('a', 'pr-12', days)).rejects.toThrow('1 to 90 days');
  expect(isThere('a')).toBe(false);
  await start('a', 'pr-12');
  await writeFile(join(store, 'remotes/clock/preview-broken.json'), '{');
  await writeFile(join(store, 'remotes/clock/preview-other.json'), JSON.stringify({ label: 'pr-12' }));
  expect(await labels()).toEqual(['pr-12']);
});
