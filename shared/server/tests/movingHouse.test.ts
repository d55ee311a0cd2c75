import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkBackup, type Summary } from '../src/backup/checkBackup.ts';
import { dataCommand } from '../src/backup/dataCommand.ts';
import { runAt } from '../src/testing/databaseOf.ts';
import { createTestClient, startTestServer } from '../src/testing.ts';
import { folderForEach } from './support/folder.ts';
import { postgresForFile } from './support/postgresForFile.ts';

// A backup leads from the embedded database to a PostgreSQL, and back.

const KEPT = join(import.meta.dirname, 'fixtures/pglite-0.4.5-lite-0.10.0.backup.gz');

const { postgres, emptyDatabase } = postgresForFile();
const at = folderForEach();
const run = (databaseUrl: string | undefined, ...words: string[]) =>
  dataCommand(words, { dataDir: at('data'), databaseUrl, log: () => {} });

/** All rows of people, and what they are hashed to; not what a sign-in writes. */
const sumsOf = ({ tables }: Summary) =>
  tables
    .filter(({ table }) => !/^auth\.(audit|sessions|refresh|users|flow)/.test(table))
    .map(({ table, rows, sha256 }) => `${table} ${rows} ${sha256}`);

test('everyone has in a PostgreSQL what they had, and has it again on the way back', async () => {
  const databaseUrl = await emptyDatabase();
  await run(databaseUrl, 'restore', KEPT);
  const server = await startTestServer({ dataDir: at('node'), databaseUrl, confirmEmail: true });
  const client = createTestClient(server.origin, server.publishableKey);
  const { error } = await client.auth.signInWithPassword({
    email: 'anna@example.com',
    password: 'Passw0rd!',
  });
  expect(error).toBeNull();
  const { data: tasks } = await client.from('tasks').select('id').throwOnError();
  expect(tasks).toHaveLength(20);
  const { data: notes } = await client.from('notes_entries').select('text').throwOnError();
  expect(notes).toEqual([{ text: 'A note of anna' }]);

  await run(databaseUrl, 'backup', at('back.backup.gz'));
  await server.close();
  const [before, after] = [await checkBackup(KEPT), await checkBackup(at('back.backup.gz'))];
  expect(sumsOf(after)).toEqual(sumsOf(before));
  expect(after.files[0]).toEqual(before.files[0]);
  expect(after.header.migrations).toEqual(before.header.migrations);
  await run(undefined, 'restore', at('back.backup.gz'));
  expect(existsSync(at('data/database/PG_VERSION'))).toBe(true);
}, 180_000); // two databases, on a machine that may be busy

test('where a site is already, nothing is restored; neither without the right to it', async () => {
  const databaseUrl = await emptyDatabase();
  await run(databaseUrl, 'restore', KEPT);
  await expect(run(databaseUrl, 'restore', KEPT)).rejects.toThrow(/There is a site already in space_/);

  const { password } = new URL(postgres().admin);
  await runAt(postgres().admin, `create role clerk login createrole password '${password}'`);
  const theirs = await emptyDatabase('owner clerk');
  const asClerk = Object.assign(new URL(theirs), { username: 'clerk' }).href;
  await expect(run(asClerk, 'restore', KEPT)).rejects.toThrow(/which only a superuser may do/);
});
