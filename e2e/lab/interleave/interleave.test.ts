import { expect, test } from 'vitest';
import { interleaveMany } from './interleaving.ts';

const RUNS = 8;

test('teams that release, roll back and crash at the same time lose nothing (npm run lab -- interleave: more of it)', async () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const totals = await interleaveMany(seed, RUNS);
  expect(totals.acknowledged).toBeGreaterThan(RUNS);
  expect(totals.kills).toBeGreaterThan(0);
  expect(totals.reads).toBeGreaterThan(RUNS);
});
