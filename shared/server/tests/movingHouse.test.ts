import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkBackup, type Summary } from '../src/backup/checkBackup.ts';
import { dataCommand } from '../src/backup/dataCommand.ts';
import type { Secrets } from '../src/backend/secrets.ts';
import { runAt } from '../src/testing/databaseOf.ts';
import { createTestClient, startTestServer } from '../src/testing.ts';
import { folderForEach } from './support/folder.ts';
import { postgresForFile } from './support/postgresForFile.ts';
import { NOTHING_OPEN, whatOpens } from './support/whatOpens.ts';

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

  await client.auth.resetPasswordForEmail('anna@example.com');
  const link = server.outbox.latest('anna@example.com')?.link ?? '';
  await run(databaseUrl, 'backup', at('back.backup.gz'));
  await server.close();
  const [before, after] = [await checkBackup(KEPT), await checkBackup(at('back.backup.gz'))];
  expect(sumsOf(after)).toEqual(sumsOf(before));
  expect(after.files[0]).toEqual(before.files[0]);
  expect(after.header.migrations).toEqual(before.header.migrations);

  // With --sign-out nothing opens that was given to a browser or in a mail.
  await run(undefined, 'restore', at('back.backup.gz'), '--sign-out');
  const embedded = await startTestServer({ dataDir: at('data'), confirmEmail: true });
  expect(await whatOpens(embedded, client, link)).toEqual(NOTHING_OPEN);
  const secretsIn = (text = '') => JSON.parse(text) as Secrets; // our own
  const kept = secretsIn(before.files[0]?.text);
  const made = secretsIn(readFileSync(at('data/secrets.json'), 'utf8'));
  expect(made.publishableKey).toBe(kept.publishableKey);
  expect([made.jwtSecret, made.secretKey]).not.toContain(kept.jwtSecret);
  expect(existsSync(at('data/known-addresses'))).toBe(false);
  const again = createTestClient(embedded.origin, embedded.publishableKey);
  const credentials = { email: 'anna@example.com', password: 'Passw0rd!' };
  expect((await again.auth.signInWithPassword(credentials)).error).toBeNull();
  expect((await again.from('tasks').select('id').throwOnError()).data).toHaveLength(20);
  await embedded.close();
}, 180_000); // two databases, on a machine that may be busy

const SIGNED_IN = `select count(*)::int as sessions, (select count(*)::int from auth.refresh_tokens) as refreshes,
  (select count(*)::int from auth.users where confirmation_token is not null) as links from auth.sessions`;

test('restored with --sign-out, no one is signed in and no link is good; nor where the secrets are gone', async () => {
  const databaseUrl = await emptyDatabase();
  await run(databaseUrl, 'restore', KEPT);
  const [before] = await runAt(databaseUrl, SIGNED_IN);
  expect(before).toMatchObject({ sessions: 2, links: 1 });
  await runAt(databaseUrl, `delete from better_space.install where name = 'secrets'`);
  await startTestServer({ dataDir: at('node'), databaseUrl }).then((server) => server.close());
  expect(await runAt(databaseUrl, SIGNED_IN)).toEqual([{ sessions: 0, refreshes: 0, links: 0 }]);

  const other = await emptyDatabase();
  await run(other, 'restore', KEPT, '--sign-out');
  expect(await runAt(other, SIGNED_IN)).toEqual([{ sessions: 0, refreshes: 0, links: 0 }]);
  const secrets = `select value::json ->> 'jwtSecret' as secret from better_space.install where name = 'secrets'`;
  const { files } = await checkBackup(KEPT);
  expect(files[0]?.text).not.toContain((await runAt(other, secrets))[0]?.['secret']);
});

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
