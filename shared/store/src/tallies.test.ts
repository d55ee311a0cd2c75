import { expect, test } from 'vitest';
import type { RecordedEvent } from './remoteEvent.ts';
import { talliesOf, talliesOfLive } from './tallies.ts';
import type { Pointer } from './schema.ts';

const LIVE = '1.0.0-aaaaaaaaaaaa';
const CANARY = '1.1.0-bbbbbbbbbbbb';
const pointer: Pointer = {
  live: { version: LIVE, since: '2026-11-01T00:00:00.000Z' },
  history: [],
  canary: { version: CANARY, percent: 20, since: '2026-11-20T12:00:00.000Z' },
  staged: [],
  halted: null,
  disabled: null,
  moves: [],
};

const event = (changes: Partial<RecordedEvent>): RecordedEvent => ({
  at: '2026-11-20T12:00:01.000Z',
  id: 'retro',
  version: CANARY,
  outcome: 'loaded',
  cause: 'none',
  milliseconds: 120,
  bucket: 1.25,
  ...changes,
});

function count(...events: Partial<RecordedEvent>[]) {
  const tallies = talliesOf('retro', pointer);
  for (const each of events) tallies?.add(event(each));
  return tallies?.read();
}

test('counts nothing without a canary', () => {
  expect(talliesOf('retro', { ...pointer, canary: null })).toBeNull();
});

test('counts loads of both versions, and a fallback for the version that failed', () => {
  expect(
    count(
      { bucket: 1 },
      { bucket: 2, outcome: 'recovered' },
      { bucket: 3, outcome: 'fell-back', cause: 'init' },
      { bucket: 4, outcome: 'failed', cause: 'network' },
      { bucket: 50, version: LIVE },
      { bucket: 51, version: LIVE, outcome: 'failed', cause: 'network' },
    ),
  ).toEqual({ canary: { devices: 4, failed: 2 }, live: { devices: 2, failed: 1 } });
});

test('counts a device once, and as failed if a page that had loaded throws later', () => {
  const visit = [{ bucket: 7 }, { bucket: 7, outcome: 'fell-back', cause: 'render' }] as const;
  expect(count(...visit, ...visit, ...visit)?.canary).toEqual({ devices: 1, failed: 1 });
});

test('does not count a device for the live version that replaced a failed canary there', () => {
  const healed = [
    { bucket: 7, outcome: 'fell-back' },
    { bucket: 7, version: LIVE },
  ] as const;
  expect(count(...healed)).toEqual({
    canary: { devices: 1, failed: 1 },
    live: { devices: 0, failed: 0 },
  });
});

test('counts a device for both versions if it moves from the live version to a growing canary', () => {
  expect(count({ bucket: 30, version: LIVE }, { bucket: 30 })).toEqual({
    canary: { devices: 1, failed: 0 },
    live: { devices: 1, failed: 0 },
  });
});

test('ignores events that are older, of another remote or version, or not about a load', () => {
  expect(
    count(
      { at: '2026-11-20T11:59:59.999Z', outcome: 'failed' },
      { id: 'planner', outcome: 'failed' },
      { version: '0.9.0-cccccccccccc', outcome: 'failed' },
      { outcome: 'disabled', cause: 'killed' },
      { outcome: 'override-refused', cause: 'origin' },
    ),
  ).toEqual({ canary: { devices: 0, failed: 0 }, live: { devices: 0, failed: 0 } });
});

test('counts the live version since it went live, and the previous one while it was live', () => {
  const BEFORE = '0.9.0-cccccccccccc';
  const tallies = talliesOfLive('retro', {
    ...pointer,
    live: { version: LIVE, since: '2026-11-10T00:00:00.000Z' },
    history: [
      {
        version: BEFORE,
        since: '2026-11-01T00:00:00.000Z',
        until: '2026-11-10T00:00:00.000Z',
        withdrawn: false,
      },
    ],
  });
  const [early, late] = ['2026-11-05T00:00:00.000Z', '2026-11-11T00:00:00.000Z'];
  for (const each of [
    { at: early, version: BEFORE, bucket: 1 },
    { at: early, version: BEFORE, bucket: 2, outcome: 'failed' },
    { at: late, version: LIVE, bucket: 3, outcome: 'fell-back' },
    { at: late, version: BEFORE, bucket: 3 },
    { at: late, version: LIVE, bucket: 4, outcome: 'failed' },
    { at: late, version: LIVE, bucket: 5 },
    { at: early, version: LIVE, bucket: 6, outcome: 'failed' },
    { at: late, version: LIVE, id: 'planner', bucket: 7, outcome: 'failed' },
  ] as const)
    tallies?.add(event(each));
  expect(tallies?.read()).toEqual({
    live: { devices: 3, failed: 2 },
    healed: 1,
    before: { devices: 2, failed: 1 },
  });
  expect(talliesOfLive('retro', { ...pointer, live: null })).toBeNull();
});
