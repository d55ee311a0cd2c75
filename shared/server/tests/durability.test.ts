import { expect, test } from 'vitest';
import { killUnderLoad } from '../src/testing/killUnderLoad.ts';
import { placeForEach } from './support/startup.ts';

const place = placeForEach({ hasDatabase: true });

// A hundred times, with both backends: `npm run lab -- postgres --only kills`.
test('after kill -9 amid concurrent writes every acknowledged change is there', async () => {
  const load = { start: () => place().start(), rounds: 1, writers: 4, changes: 40 };
  const { acknowledged, faults } = await killUnderLoad(load);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThanOrEqual(40);
});
