import { expect, test } from 'vitest';
import { killUnderLoad } from '../src/testing/killUnderLoad.ts';
import type { ServerProcess } from '../src/testing.ts';
import { placeForEach } from './support/startup.ts';

const ROUNDS = 2;

const place = placeForEach({ hasDatabase: true });

// A hundred rounds, with both backends: `npm run lab -- postgres --only kills`.
test('after kill -9 amid concurrent writes every acknowledged change is there', async () => {
  let server: ServerProcess | undefined;
  const { acknowledged, faults } = await killUnderLoad({
    start: async () => (server = await place().start()),
    kill: async () => server?.kill('SIGKILL'),
    rounds: ROUNDS,
    writers: 4,
    changes: 40,
  });
  await server?.kill();
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThanOrEqual(ROUNDS * 40);
});
