import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { derive, goLive, movePointer, readLog } from '@space/store';
import { watchCanaries } from '../src/events/canaryWatch.ts';
import { openEventLog } from '../src/events/eventLog.ts';
import { CANARY, LIVE, makeCanaryStore, type CanaryStore } from './support/canaryStore.ts';
import { folderForEach } from './support/folder.ts';

const at = folderForEach();
let store: CanaryStore;
let said: string[];

beforeEach(async () => {
  store = await makeCanaryStore();
  said = [];
});
afterEach(() => store.remove());

function start() {
  const events = openEventLog({ file: at('events.ndjson') });
  const watch = watchCanaries({ store: store.folder, events, say: (line) => said.push(line) });
  type Outcome = 'loaded' | 'fell-back' | 'failed';
  /** So many devices tell how a version ended; the first is in that bucket. */
  const report = async (version: string, outcome: Outcome, count: number, first: number) => {
    const cause = outcome === 'loaded' ? 'none' : 'render';
    for (let index = 0; index < count; index += 1) {
      const bucket = first + index / 100;
      watch.record(await events.add({ id: 'retro', version, outcome, cause, milliseconds: 100, bucket }));
    }
    await watch.settled();
  };
  return { report };
}

test('a canary that throws everywhere is halted, with its reason, and no page offers it any more', async () => {
  const { report } = start();
  expect(store.offersCanary()).toBe(true);
  await report(LIVE, 'loaded', 90, 30);
  await report(CANARY, 'loaded', 6, 1);
  await report(CANARY, 'fell-back', 4, 1);
  expect(store.pointer().canary).not.toBeNull();
  await report(CANARY, 'fell-back', 1, 2);

  const reason = 'failed on 5 of 7 devices, the live version on 0 of 90 devices';
  expect(store.pointer()).toMatchObject({
    canary: null,
    live: { version: LIVE },
    halted: { version: CANARY, reason },
  });
  expect(store.offersCanary()).toBe(false);
  expect(said).toEqual([`The canary ${CANARY} of retro halted: it ${reason}.`]);
});

test('a canary that fails no more often than the live version goes on', async () => {
  const { report } = start();
  await report(LIVE, 'loaded', 100, 30);
  await report(LIVE, 'fell-back', 10, 30);
  await report(CANARY, 'loaded', 100, 1);
  await report(CANARY, 'fell-back', 10, 1);
  expect(store.pointer()).toMatchObject({ canary: { version: CANARY }, halted: null });
  expect(said).toEqual([]);
});

test('what was counted outlives the server', async () => {
  const first = start();
  await first.report(LIVE, 'loaded', 90, 30);
  await first.report(CANARY, 'fell-back', 4, 1);
  await start().report(CANARY, 'fell-back', 1, 2);
  expect(store.pointer().halted?.reason).toBe(
    'failed on 5 of 5 devices, the live version on 0 of 90 devices',
  );
});

test('the next canary starts with a clean sheet', async () => {
  const { report } = start();
  await report(CANARY, 'fell-back', 12, 1);
  expect(store.pointer().canary).toBeNull();
  const since = new Date(Date.now() + 1000).toISOString();
  store.setPointer({ canary: { version: CANARY, percent: 20, since }, halted: null });
  await report(CANARY, 'fell-back', 12, 1);
  expect(store.pointer().canary).not.toBeNull();
});

test('where the server may not write, it tells the operator once, and tries again', async () => {
  const { report } = start();
  // No lock can be had: as in another user's folder, also for the superuser who runs this test.
  const lock = join(store.folder, 'remotes/retro/.lock');
  mkdirSync(lock);
  await report(CANARY, 'fell-back', 14, 1);
  expect(store.pointer().canary).not.toBeNull();
  expect(said).toEqual([
    expect.stringMatching(
      /^The canary 0\.1\.0-b+ of retro failed on 14 of 14 devices, .* could not be halted\. Halt it yourself with "npm run store -- abort retro"\./,
    ),
  ]);
  rmSync(lock, { recursive: true });
  await report(CANARY, 'fell-back', 1, 2);
  expect(store.pointer().canary).toBeNull();
});

test('a pointer that cannot be read is told once, and does not stop the judging of others', async () => {
  const { report } = start();
  const good = store.pointer();
  store.setPointer({ canary: 'yes' as never });
  await report(CANARY, 'fell-back', 3, 1);
  expect(said).toEqual([
    expect.stringMatching(/^What is reported of retro cannot be judged: .*pointer\.json cannot be read/),
  ]);
  store.setPointer(good);
  await report(CANARY, 'fell-back', 12, 1);
  expect(store.pointer().halted?.version).toBe(CANARY);
});

describe('a live release that throws on ten devices', () => {
  const BEFORE = '0.1.0-aaaaaaaaaaaa';
  const NEW = CANARY;

  /** The version before was live for a while, then the new one went live, and throws. */
  async function throwOnTen() {
    const { report } = start();
    store.setPointer({ canary: null });
    await report(BEFORE, 'loaded', 90, 30);
    await movePointer(store.folder, 'retro', (pointer) => goLive(pointer, NEW, new Date()), { who: 'Ada' });
    await derive(store.folder);
    await report(NEW, 'fell-back', 10, 1);
  }
  const reason = 'failed on 10 of 10 devices, the version before on 0 of 90 devices';
  const newest = async () => (await readLog(store.folder, 'retro')).lines.at(-1);

  test('is named in the pointer, the log and on the terminal, once, and stays live', async () => {
    await throwOnTen();
    expect(store.pointer()).toMatchObject({ live: { version: NEW }, failing: { version: NEW, reason } });
    expect(said).toEqual([
      `retro ${NEW} is live and fails: it ${reason}. Go back with "npm run store -- rollback retro".`,
    ]);
    expect(await newest()).toMatchObject({ who: 'the judge', what: 'failing', to: NEW, reason });
  });

  test('goes back by itself where the operator wants that, and the log says who did it and why', async () => {
    store.configure({ autoRollback: true });
    await throwOnTen();
    expect(store.pointer()).toMatchObject({
      live: { version: BEFORE },
      history: [{ version: NEW, withdrawn: true }, { version: BEFORE }],
      failing: { version: NEW },
    });
    expect(store.offers()).toBe(BEFORE);
    expect(said).toEqual([`retro ${NEW} was taken back: it ${reason}. ${BEFORE} is live again.`]);
    expect(await newest()).toMatchObject({
      who: 'the judge',
      what: 'rollback',
      from: NEW,
      to: BEFORE,
      reason: `${NEW} ${reason}`,
    });
  });

  test('is named but stays in an outage, where the version before fails on the same devices', async () => {
    store.configure({ autoRollback: true });
    const { report } = start();
    store.setPointer({ canary: null });
    await movePointer(store.folder, 'retro', (pointer) => goLive(pointer, NEW, new Date()));
    await report(NEW, 'failed', 10, 1);
    expect(store.pointer()).toMatchObject({ live: { version: NEW }, failing: { version: NEW } });
  });
});
