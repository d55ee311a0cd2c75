import { expect, test } from 'vitest';
import { killUnderLoad } from '../src/testing/killUnderLoad.ts';
import { placeForEach } from './support/startup.ts';

const place = placeForEach({ hasDatabase: true });

test('no acknowledged change is lost after kill -9 during concurrent writes', async () => {
  const load = { start: () => place().start(), rounds: 1, writers: 4, changes: 40 };
  const { acknowledged, faults } = await killUnderLoad(load);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThanOrEqual(40);
});
