import { expect, test } from 'vitest';
import { interleaveMany } from './interleaving.ts';

const RUNS = 8;

test('teams that release, roll back and die at the same moment lose nothing (npm run lab -- interleave: more of it)', async () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const told = await interleaveMany(seed, RUNS);
  expect(told.acknowledged).toBeGreaterThan(RUNS);
  expect(told.kills).toBeGreaterThan(0);
  expect(told.reads).toBeGreaterThan(RUNS);
});
