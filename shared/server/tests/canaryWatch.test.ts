import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { derive, goLive, movePointer } from '@space/store';
import { watchCanaries } from '../src/events/canaryWatch.ts';
import { openEventLog } from '../src/events/eventLog.ts';
import { CANARY, LIVE, makeCanaryStore, type CanaryStore } from './support/canaryStore.ts';
import { folderForEach } from './support/folder.ts';

const at = folderForEach();
let store: CanaryStore;
let output: string[];

beforeEach(async () => {
  store = await makeCanaryStore();
  output = [];
});
afterEach(() => store.remove());

function start() {
  const events = openEventLog({ file: at('events.ndjson') });
  const watch = watchCanaries({ store: store.folder, events, log: (line) => output.push(line) });
  type Outcome = 'loaded' | 'fell-back' | 'failed';
  /** Sends the outcome of a version from `count` devices. `first` is the bucket of the first one. */
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

test('halts a canary that fails on most devices, with the reason, and pages no longer offer it', async () => {
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
  expect(output).toEqual([`The canary ${CANARY} of retro halted: it ${reason}.`]);
});

test('does not halt a canary that fails no more often than the live version', async () => {
  const { report } = start();
  await report(LIVE, 'loaded', 100, 30);
  await report(LIVE, 'fell-back', 10, 30);
  await report(CANARY, 'loaded', 100, 1);
  await report(CANARY, 'fell-back', 10, 1);
  expect(store.pointer()).toMatchObject({ canary: { version: CANARY }, halted: null });
  expect(output).toEqual([]);
});

test('the counted failures survive a restart of the server', async () => {
  const first = start();
  await first.report(LIVE, 'loaded', 90, 30);
  await first.report(CANARY, 'fell-back', 4, 1);
  await start().report(CANARY, 'fell-back', 1, 2);
  expect(store.pointer().halted?.reason).toBe(
    'failed on 5 of 5 devices, the live version on 0 of 90 devices',
  );
});

test('failures from before a canary began do not count against it', async () => {
  const { report } = start();
  await report(CANARY, 'fell-back', 12, 1);
  expect(store.pointer().canary).toBeNull();
  const since = new Date(Date.now() + 1000).toISOString();
  store.setPointer({ canary: { version: CANARY, percent: 20, since }, halted: null });
  await report(CANARY, 'fell-back', 12, 1);
  expect(store.pointer().canary).not.toBeNull();
});

test('reports once that it cannot write the pointer, and retries', async () => {
  const { report } = start();
  // The lock cannot be taken, as in another user's folder. This also works if a superuser runs the test.
  const lock = join(store.folder, 'remotes/retro/.lock');
  mkdirSync(lock);
  await report(CANARY, 'fell-back', 14, 1);
  expect(store.pointer().canary).not.toBeNull();
  expect(output).toEqual([
    expect.stringMatching(
      /^The canary 0\.1\.0-b+ of retro failed on 14 of 14 devices, .* could not be halted\. Halt it yourself with "npm run store -- abort retro"\./,
    ),
  ]);
  rmSync(lock, { recursive: true });
  await report(CANARY, 'fell-back', 1, 2);
  expect(store.pointer().canary).toBeNull();
});

test('reports an unreadable pointer once, and halts the canary once the pointer is readable again', async () => {
  const { report } = start();
  const good = store.pointer();
  store.setPointer({ canary: 'yes' as never });
  await report(CANARY, 'fell-back', 3, 1);
  expect(output).toEqual([
    expect.stringMatching(/^The events of retro cannot be judged: .*pointer\.json cannot be read/),
  ]);
  store.setPointer(good);
  await report(CANARY, 'fell-back', 12, 1);
  expect(store.pointer().halted?.version).toBe(CANARY);
});

describe('a live release that throws on ten devices', () => {
  const PREVIOUS = '0.1.0-aaaaaaaaaaaa';
  const NEW = CANARY;

  /** The previous version was live for a while. Then the new one goes live, and throws on ten devices. */
  async function throwOnTen() {
    const { report } = start();
    store.setPointer({ canary: null });
    await report(PREVIOUS, 'loaded', 90, 30);
    await movePointer(store.folder, 'retro', (pointer) => goLive(pointer, NEW, new Date()), { who: 'Ada' });
    await derive(store.folder);
    await report(NEW, 'fell-back', 10, 1);
  }
  const reason = 'failed on 10 of 10 devices, the version before on 0 of 90 devices';
  const newest = () => store.pointer().moves[0];

  test('is reported once in the pointer, in the history and on the terminal, and stays live', async () => {
    await throwOnTen();
    expect(store.pointer()).toMatchObject({ live: { version: NEW }, failing: { version: NEW, reason } });
    expect(output).toEqual([
      `retro ${NEW} is live and fails: it ${reason}. Go back with "npm run store -- rollback retro".`,
    ]);
    expect(newest()).toMatchObject({ who: 'the judge', what: 'failing', to: NEW, reason });
  });

  test('is rolled back automatically if the operator enables that, and the history says by whom and why', async () => {
    store.configure({ autoRollback: true });
    await throwOnTen();
    expect(store.pointer()).toMatchObject({
      live: { version: PREVIOUS },
      history: [{ version: NEW, withdrawn: true }, { version: PREVIOUS }],
      failing: { version: NEW },
    });
    expect(store.liveVersion()).toBe(PREVIOUS);
    expect(output).toEqual([`retro ${NEW} was rolled back: it ${reason}. ${PREVIOUS} is live again.`]);
    expect(newest()).toMatchObject({
      who: 'the judge',
      what: 'rollback',
      from: NEW,
      to: PREVIOUS,
      reason: `${NEW} ${reason}`,
    });
  });

  test('is reported but stays live in an outage, in which the previous version fails on the same devices', async () => {
    store.configure({ autoRollback: true });
    const { report } = start();
    store.setPointer({ canary: null });
    await movePointer(store.folder, 'retro', (pointer) => goLive(pointer, NEW, new Date()));
    await report(NEW, 'failed', 10, 1);
    expect(store.pointer()).toMatchObject({ live: { version: NEW }, failing: { version: NEW } });
  });
});
