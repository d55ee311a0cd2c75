import { expect, test } from 'vitest';
import { regions, type RegionFacts } from './registry.ts';

const facts: RegionFacts = {
  remote: 'retro',
  version: '1.0.0-000000000000',
  source: 'live',
  milliseconds: 120,
  kilobytes: 14,
  contract: 1,
};

test('stores and replaces what runs in each region, and notifies subscribers until they unsubscribe', () => {
  let calls = 0;
  const stop = regions.subscribe(() => {
    calls += 1;
  });
  expect(regions.get('retro')).toBeUndefined();
  const before = regions.all();

  regions.set(facts);
  expect(regions.get('retro')).toBe(facts);
  expect(regions.all()).not.toBe(before);
  expect(before.size).toBe(0);

  const fallenBack = { ...facts, source: 'previous' } as const;
  regions.set(fallenBack);
  expect([...regions.all().values()]).toEqual([fallenBack]);
  expect(calls).toBe(2);

  stop();
  regions.set({ ...facts, remote: 'planner' });
  expect(calls).toBe(2);
});
