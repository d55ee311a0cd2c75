import { expect, test } from 'vitest';
import { ratioOf, spreadOf, uncertaintyOf } from './statistics.ts';
import type { Pair } from './statistics.ts';

/** Numbers between 0 and 1, the same ones in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Visits of two sites, one of which takes 1.05 times as long; now and then a visit takes much longer. */
function visits(count: number, next: () => number): Pair {
  const one = (length: number) =>
    length * Math.exp((next() + next() + next() - 1.5) * 0.4 + (next() < 0.05 ? 1 : 0));
  const many = (length: number) => Array.from({ length: count }, () => one(length));
  return { federated: many(735), bundle: many(700) };
}

test('the middle of an even number of values lies between two', () => {
  expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, low: 1, high: 4 });
  expect(ratioOf({ federated: [2, 4, 6], bundle: [4, 2, 4] })).toEqual({ median: 1, low: 0.5, high: 2 });
});

test.each([12, 30, 120])(
  'with %i visits each, the true ratio lies within what is said in nine of ten runs',
  (count) => {
    const next = numbers(count);
    const runs = Array.from({ length: 1_000 }, () => visits(count, next));
    const within = runs.filter((pair) => {
      const off = ratioOf(pair).median / 1.05;
      return Math.max(off, 1 / off) <= uncertaintyOf(pair);
    });
    expect(within.length).toBeGreaterThan(850);
    expect(within.length).toBeLessThan(950);
  },
);

test('four times as many visits are twice as certain', () => {
  const next = numbers(1);
  const doubt = (count: number) =>
    spreadOf(Array.from({ length: 300 }, () => uncertaintyOf(visits(count, next)) - 1)).median;
  expect(doubt(30) / doubt(120)).toBeGreaterThan(1.8);
  expect(doubt(30) / doubt(120)).toBeLessThan(2.3);
});
