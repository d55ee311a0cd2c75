import { expect, test } from 'vitest';
import { folderForEach } from '@space/server/testing/folders';
import { killOften } from './kills.ts';

const folder = folderForEach();

test('two kills (`kill -9`) during writes lose no acknowledged change', async () => {
  const { acknowledged, faults } = await killOften(2, folder());
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThanOrEqual(80);
});
