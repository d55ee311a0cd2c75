import { describe, expect, test } from 'vitest';
import { chanceOfExcess, judgeCanary } from './judgeCanary.ts';
import type { Tally } from './tallies.ts';

const of = (failed: number, devices: number): Tally => ({ devices, failed });

/** Random numbers that are the same in each run: mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Rollout {
  /** The fraction of devices that get the canary. */
  share: number;
  canaryFails: number;
  liveFails: number;
  /** Loads of the canary until it would be promoted. */
  loads: number;
}

/** Simulates devices one by one and judges after each; returns the canary's loads until it halted, or null. */
function simulate({ share, canaryFails, liveFails, loads }: Rollout, random: () => number): number | null {
  const canary = of(0, 0);
  const live = of(0, 0);
  while (canary.devices < loads) {
    const isCanary = random() < share;
    const tally = isCanary ? canary : live;
    tally.devices += 1;
    if (random() < (isCanary ? canaryFails : liveFails)) tally.failed += 1;
    if (judgeCanary({ canary, live }).halt) return canary.devices;
  }
  return null;
}

function haltedOf(runs: number, rollout: Rollout): number {
  const random = randomNumbers(42);
  let halted = 0;
  for (let run = 0; run < runs; run += 1) if (simulate(rollout, random) !== null) halted += 1;
  return halted;
}

test('computes the chance of an excess as textbooks do for Fisher’s exact test', () => {
  // The lady tasting tea: 4 of 4 cups by chance in 1 of 70, 3 or more in 17 of 70.
  expect(chanceOfExcess(of(4, 4), of(0, 4), 1)).toBeCloseTo(1 / 70, 10);
  expect(chanceOfExcess(of(3, 4), of(1, 4), 1)).toBeCloseTo(17 / 70, 10);
  expect(chanceOfExcess(of(0, 4), of(1, 4), 1)).toBeCloseTo(1, 10);
});

test('states on how many devices the canary and the live version failed', () => {
  expect(judgeCanary({ canary: of(12, 14), live: of(1, 90) })).toEqual({
    halt: true,
    reason: 'failed on 12 of 14 devices, the live version on 1 of 90 devices',
  });
  expect(judgeCanary({ canary: of(12, 12), live: of(0, 0) })).toEqual({
    halt: true,
    reason: 'failed on 12 of 12 devices, the live version was not seen yet',
  });
});

test.each([
  ['no device has loaded it yet', of(0, 0), of(0, 0)],
  ['it failed on only four devices, which may be chance', of(4, 4), of(0, 1000)],
  ['it fails as often as the live version', of(50, 100), of(200, 400)],
  ['it fails less often', of(5, 1000), of(50, 1000)],
  ['it fails slightly more often, within chance', of(6, 200), of(12, 800)],
])('a canary continues while %s', (_, canary, live) => {
  expect(judgeCanary({ canary, live })).toEqual({ halt: false });
});

describe('in a rollout that is judged after each event', () => {
  test.each([
    [0.2, 0.05],
    [0.2, 0.4],
  ])(
    'a canary on %d of the devices that fails as often as the live version, on %d, halts in less than one of a hundred runs',
    (share, fails) => {
      const rollout = { share, canaryFails: fails, liveFails: fails, loads: 10_000 };
      expect(haltedOf(300, rollout)).toBeLessThan(3);
    },
    60_000,
  );

  test('a canary that always fails halts within twelve loads, in whatever order the devices come', () => {
    for (const share of [0.05, 0.2, 0.5, 1]) {
      const random = randomNumbers(7);
      for (let run = 0; run < 500; run += 1) {
        const loads = simulate({ share, canaryFails: 1, liveFails: 0.01, loads: 1000 }, random);
        expect(loads).not.toBeNull();
        expect(loads).toBeLessThanOrEqual(12);
      }
    }
  });

  test('a canary that fails on one of ten devices halts if the live version fails on one of a hundred', () => {
    const rollout = { share: 0.2, canaryFails: 0.1, liveFails: 0.01, loads: 500 };
    expect(haltedOf(200, rollout)).toBe(200);
  });
});
