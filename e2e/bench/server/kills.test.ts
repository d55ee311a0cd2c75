import { expect, test } from 'vitest';
import { killOften } from './kills.ts';

test('five kills (`kill -9`) during writes lose no acknowledged change', async () => {
  const { acknowledged, faults } = await killOften(5);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThanOrEqual(200);
});
