import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReleaseRecord } from '@space/store';
import { gateAgainstStore } from '../src/gate/gateAgainstStore.ts';
import type { ReleaseTypes } from '../src/gate/releaseTypes.ts';
import { SMALL_SHELL, putLive, writeRelease } from './smallRelease.ts';

const ASIDE = "'planner.aside': { week: readonly string[]; onOpenDay: (day: string) => void }";

/** The types of a platform with these slots, in the form of `shared/platform/src/slots.ts`. */
const platformWith = (...slots: string[]): ReleaseTypes => ({
  platform: '1.0.0',
  files: {
    'platform/src/index.d.ts': `export declare const tasks: { listAll(): Promise<{ title: string }[]> };
      export interface SlotData { ${slots.join('; ')} }
      type SlotProps = { [N in keyof SlotData]: { name: N; data: SlotData[N] } }[keyof SlotData];
      export declare function Slot(props: SlotProps): unknown;`,
  },
  places: { Slot: 'remotes/planner/src/Page.tsx:9' },
});

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

const putShell = (types = platformWith(ASIDE)) =>
  putLive(store, { name: 'shell', types, record: { ...SMALL_SHELL, uses: ['tasks', 'Slot'] } });
const offering: Partial<ReleaseRecord> = { offers: ['planner.aside'], uses: ['Slot'] };
const filling: Partial<ReleaseRecord> = { fills: [{ slot: 'planner.aside', title: 'Notes' }], uses: [] };

/** Runs the gate on the remote notes, which fills the slot and was built against these types. */
async function gateNotes(types = platformWith(ASIDE), files: Record<string, string> = {}) {
  const record = await writeRelease(folder, { name: 'notes', types, files, record: filling });
  return gateAgainstStore(store, { record, folder });
}

test('any remote may fill a slot if a live release, or one that goes live with it, offers the slot', async () => {
  await putShell();
  expect(await gateNotes()).toEqual([
    {
      rule: 'slots',
      message: "it fills 'planner.aside', which no live remote offers",
      where: 'remotes/notes/remote.json',
    },
  ]);
  const next = await mkdtemp(join(tmpdir(), 'space-release-'));
  const small = { name: 'planner', types: platformWith(ASIDE), record: offering };
  const planner = { record: await writeRelease(next, small), folder: next };
  const record = await writeRelease(folder, { name: 'notes', types: platformWith(ASIDE), record: filling });
  expect(await gateAgainstStore(store, { record, folder }, [planner])).toEqual([]);
  await rm(next, { recursive: true });
  await putLive(store, small);
  expect(await gateNotes()).toEqual([]);
});

test('the slots that a build exposes must match those that remote.json declares', async () => {
  await putShell();
  await putLive(store, { name: 'planner', types: platformWith(ASIDE), record: offering });
  const pages = (...keys: string[]) =>
    JSON.stringify(Object.fromEntries(['/notes', ...keys].map((key) => [key, { title: 'Notes' }])));
  expect(await gateNotes(undefined, { 'pages.json': pages('planner.aside') })).toEqual([]);
  expect(await gateNotes(undefined, { 'pages.json': pages('planner.head') })).toEqual([
    {
      rule: 'slots',
      message: "planner.aside is filled in remote.json and not in 'slots'",
      where: 'remotes/notes/src/routes.tsx',
    },
    {
      rule: 'slots',
      message: "planner.head is in 'slots', and remote.json does not fill it",
      where: 'remotes/notes/remote.json',
    },
  ]);
});

test('refuses a remote that needs more data than its slot gives, and ignores changes of other slots', async () => {
  await putShell(platformWith(ASIDE, "'retro.side': { score: number }"));
  await putLive(store, { name: 'planner', types: platformWith(ASIDE), record: offering });
  expect(await gateNotes(platformWith(ASIDE, "'retro.side': { score: string }"))).toEqual([]);
  expect(await gateNotes(platformWith(ASIDE.replace('onOpenDay:', 'theme: string; onOpenDay:')))).toEqual([
    {
      rule: 'types',
      message: expect.stringMatching(
        /^'the data of planner\.aside' is not what it was built against \(platform 1\.0\.0, .*'theme'/,
      ),
    },
  ]);
  const wantsNumber = platformWith(ASIDE.replace('(day: string)', '(day: number)'));
  expect(await gateNotes(wantsNumber)).toMatchObject([
    { message: expect.stringContaining("'the data of planner.aside.onOpenDay(day)' is not what") },
  ]);
});

test('refuses a remote that gives its slot less data than the shell declares; it may know fewer slots', async () => {
  await putShell(platformWith(ASIDE, "'retro.side': { score: number }"));
  const gatePlanner = async (types: ReleaseTypes) => {
    const record = await writeRelease(folder, { name: 'planner', types, record: offering });
    return gateAgainstStore(store, { record, folder });
  };
  expect(await gatePlanner(platformWith(ASIDE))).toEqual([]);
  expect(await gatePlanner(platformWith(ASIDE.replace('week: readonly string[]; ', '')))).toEqual([
    {
      rule: 'types',
      message: expect.stringContaining("Property 'week' is missing"),
      where: 'remotes/planner/src/Page.tsx:9',
    },
  ]);
});
