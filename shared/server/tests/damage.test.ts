import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPlaceWithDatabase, failure, type Place } from './support/startup.ts';

let place: Place;
beforeEach(async () => {
  place = await createPlaceWithDatabase();
});
afterEach(() => place.remove());

const files = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('0'));

test.each<[string, (database: string) => void]>([
  ['an emptied pg_control', (database) => writeFileSync(join(database, 'global/pg_control'), '')],
  [
    'a write-ahead log that is cut',
    (database) => {
      const folder = join(database, 'pg_wal');
      for (const name of files(folder)) truncateSync(join(folder, name), 100);
    },
  ],
  ['tables that are gone', (database) => rmSync(join(database, 'base'), { recursive: true })],
])('%s ends in one sentence that says what to do', async (_, damage) => {
  const database = join(place.dataDir, 'database');
  damage(database);
  expect(await failure(place.start())).toEqual({
    message: `The database in ${database} cannot be opened: its files are damaged or incomplete. Put a copy of them back, or move the folder away to begin with an empty one.`,
    exitCode: 1,
  });
});

test('a data directory below /proc is refused, and not waited for', async () => {
  const { message, exitCode } = await failure(place.start({ dataDir: '/proc/nope/data' }));
  expect(message).toMatch(/^The data directory \/proc\/nope\/data cannot be used: ENOENT.*\.$/);
  expect(exitCode).toBe(1);
});
