import { expect, test } from 'vitest';
import { haltReason, talliesOf, type RecordedEvent, type Tally } from './canary.ts';
import { EMPTY_POINTER, type Pointer } from './schema.ts';

const LIVE = '1.0.0-aaaaaaaaaaaa';
const CANARY = '1.1.0-bbbbbbbbbbbb';
const SINCE = '2026-11-20T12:00:00.000Z';
const pointer: Pointer = {
  ...EMPTY_POINTER,
  live: { version: LIVE, since: '2026-11-01T00:00:00.000Z' },
  canary: { version: CANARY, percent: 20, since: SINCE },
};

const of = (failed: number, devices: number): Tally => ({ devices, failed });

/** Counts events, each written as its bucket, its outcome and what else differs: '7 fell-back', '50 loaded of live'. */
function count(text: string) {
  const events = text.split(', ').map((one) => {
    const [, bucket, outcome, of = ''] = /^(\d+) (\S+)(?: of (\S+))?$/.exec(one) ?? [];
    const version = { live: LIVE, older: '0.9.0-cccccccccccc' }[of] ?? CANARY;
    const at = of === 'before' ? '2026-11-20T11:59:59.999Z' : '2026-11-20T12:00:01.000Z';
    const id = of === 'planner' ? of : 'retro';
    return { at, id, version, outcome, cause: 'none', milliseconds: 120, bucket: Number(bucket) };
  });
  return talliesOf('retro', pointer, events as RecordedEvent[]);
}

test.each<[string, string, Tally, Tally]>([
  [
    'loads, and fallbacks for the version that failed',
    '1 loaded, 2 recovered, 3 fell-back, 4 failed, 50 loaded of live, 51 failed of live',
    of(2, 4),
    of(1, 2),
  ],
  [
    'a device once, and as failed if a page that had loaded throws later',
    '7 loaded, 7 fell-back, 7 loaded, 7 fell-back',
    of(1, 1),
    of(0, 0),
  ],
  [
    'no device for the live version that replaced a failed canary there',
    '7 fell-back, 7 loaded of live',
    of(1, 1),
    of(0, 0),
  ],
  [
    'nothing that is older, of another remote or version, or not about a load',
    '1 failed of before, 1 failed of planner, 1 failed of older, 1 disabled',
    of(0, 0),
    of(0, 0),
  ],
])('counts %s', (_, events, canary, live) => {
  expect(count(events)).toEqual({ canary, live });
});

test('counts nothing without a canary', () => {
  expect(talliesOf('retro', { ...pointer, canary: null }, [])).toBeNull();
});

test.each<[string, Tally, Tally, string | null]>([
  ['no device has loaded it yet', of(0, 0), of(0, 0), null],
  ['it failed on only four devices, which may be chance', of(4, 4), of(0, 1000), null],
  ['it fails as often as the live version', of(50, 100), of(200, 400), null],
  ['it fails less often', of(5, 1000), of(50, 1000), null],
  ['it fails slightly more often, within chance', of(6, 200), of(12, 800), null],
  [
    'it fails clearly more often',
    of(12, 14),
    of(1, 90),
    'failed on 12 of 14 devices, the live version on 1 of 90 devices',
  ],
  [
    'it fails everywhere, and nothing else was seen',
    of(12, 12),
    of(0, 0),
    'failed on 12 of 12 devices, the live version was not seen yet',
  ],
])('whether a canary halts when %s', (_, canary, live, reason) => {
  expect(haltReason({ canary, live })).toBe(reason);
});

/** Simulates rollouts in which the rule is applied after each load; returns the canary's loads until it halted, or null. */
function rollouts(runs: number, share: number, canaryFails: number, liveFails: number, loads: number) {
  // The same numbers in each run: a linear congruential generator.
  let state = 42;
  const random = () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
  return Array.from({ length: runs }, () => {
    const [canary, live] = [of(0, 0), of(0, 0)];
    while (canary.devices < loads) {
      const isCanary = random() < share;
      const tally = isCanary ? canary : live;
      tally.devices += 1;
      if (random() < (isCanary ? canaryFails : liveFails)) tally.failed += 1;
      if (haltReason({ canary, live }) !== null) return canary.devices;
    }
    return null;
  });
}

test.each([0.02, 0.05, 0.4])(
  'a canary on a fifth of the devices that fails like the live version, on %d of them, goes on',
  (fails) => {
    const halted = rollouts(100, 0.2, fails, fails, 1000).filter((loads) => loads !== null);
    expect(halted.length).toBeLessThan(2);
  },
);

test.each([
  [0.05, 1, 12],
  [1, 1, 12],
  [0.2, 0.1, 500],
])('a canary on %d of the devices that fails on %d of them halts within %d loads', (share, fails, most) => {
  const loads = rollouts(100, share, fails, 0.01, 1000);
  expect(Math.max(...loads.map((load) => load ?? Infinity))).toBeLessThanOrEqual(most);
});
