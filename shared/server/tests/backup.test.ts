import { randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataCommand } from '../src/backup/dataCommand.ts';
import { openTokens } from '../src/releases/tokens.ts';
import { createTestClient, startTestServer, type TestServer, type TestUser } from '../src/testing.ts';
import { copyTemplate } from '../src/testing/template.ts';
import { folderForAll } from './support/folder.ts';
import { replayRequests, recordResponses, type Recorded } from './support/recordResponses.ts';
import { ALL_VALID, ALL_INVALID, credentialStatuses } from './support/credentialStatuses.ts';

// A site is backed up while users write, and restored in another directory: all users still have their data.

/** Like a later migration of the site: further types, an identity column, a generated column. */
const LATER_MIGRATION = `create table public.odd (number bigint generated always as identity primary key, bytes bytea, at interval,
    ratio double precision, words text[], "Two ""words""" text, total int generated always as (cardinality(words)) stored);
  insert into public.odd (bytes, at, ratio, words, "Two ""words""")
    values ('\\x00ff', '1 mon -2 days', 0.1::float8 + 0.2, '{"a,b",null,"c\\"d"}', E'one\\ntwo');`;

const at = folderForAll();
const output: string[] = [];
const logging = {
  log: (line: string) => void output.push(line),
  reportFault: (line: string) => void output.push(line),
};
const run = (dataDir: string, ...args: string[]) =>
  dataCommand(args, { dataDir, log: (line) => void output.push(line) });

let persons: TestUser[];
let recorded: Recorded[];
let writers: { user: TestUser; started: number; doneBefore: number }[];
let token: string;
let link: string;
let restored: TestServer;

/** The maximum per user: so many that tasks are still being added during the backup. */
const MAX_TASKS = 150;

/** Adds tasks of one user, one after another, until the signal or the maximum. */
async function addTasks(
  writer: (typeof writers)[number],
  signal: AbortSignal,
  onEach: () => void,
): Promise<void> {
  while (!signal.aborted && writer.started < MAX_TASKS) {
    const task = { id: randomUUID(), title: String(writer.started), task_date: '2026-11-20' };
    writer.started += 1;
    await writer.user.client.from('tasks').insert(task).throwOnError();
    onEach();
  }
}

beforeAll(async () => {
  await copyTemplate(at('data'));
  const server = await startTestServer({ dataDir: at('data'), backups: true, ...logging });
  await server.signUp();
  await server.query(LATER_MIGRATION.split(';\n')[0] ?? '');
  await server.query(LATER_MIGRATION.split(';\n')[1] ?? '');
  await server.query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    ['20271231000000', 'odd', [LATER_MIGRATION]],
  );
  ({ persons, recorded } = await recordResponses(server, 5));
  const [{ client: { auth }, email } = await server.signUp()] = persons;
  await auth.resetPasswordForEmail(email);
  link = server.outbox.latest(email)?.link ?? '';
  ({ text: token } = await openTokens(at('data')).make({
    remote: 'notes',
    name: 'notes',
    scope: 'all',
    by: 'Ada',
    days: 1,
  }));

  const users = await Promise.all(Array.from({ length: 4 }, () => server.signUp()));
  writers = users.map((user) => ({ user, started: 0, doneBefore: 0 }));
  const stop = new AbortController();
  const { promise: allStarted, resolve } = Promise.withResolvers<void>();
  const done = new Map<string, number>();
  const writing = writers.map((writer) =>
    addTasks(writer, stop.signal, () => {
      done.set(writer.user.id, writer.started);
      if (done.size === users.length) resolve();
    }),
  );
  await allStarted;
  for (const writer of writers) writer.doneBefore = done.get(writer.user.id) ?? 0;
  await run(at('data'), 'backup', at('site.backup.gz'));
  stop.abort();
  await Promise.all(writing);
  await server.close();

  await run(at('new'), 'restore', at('site.backup.gz'));
  restored = await startTestServer({ dataDir: at('new') });
}, 300_000); // two servers and three more databases, on a machine that may be busy
afterAll(() => restored.close());

test('a restored site gives the same responses to 190 requests, with the same sessions', async () => {
  expect(recorded.length).toBe(190);
  expect(new Set(recorded.map(({ response }) => response.status))).toEqual(new Set([200]));
  expect(await replayRequests(restored, recorded)).toEqual(recorded);
});

test('a backup during writes is consistent: it has everything before one point in time and nothing after it', async () => {
  for (const { user, started, doneBefore } of writers) {
    const [row] = await restored.query(
      `select count(*)::int as tasks, coalesce(max(title::int), -1) + 1 as next,
         (select tasks from private.task_counts where user_id = $1) as counted,
         (select count(*)::int from private.task_words where user_id = $1) as found
       from public.tasks where user_id = $1`,
      [user.id],
    );
    const { tasks } = row as { tasks: number };
    expect(row).toEqual({ tasks, next: tasks, counted: tasks, found: tasks });
    expect(tasks).toBeGreaterThanOrEqual(doneBefore);
    expect(tasks).toBeLessThanOrEqual(started);
  }
  expect(writers.some(({ started, doneBefore }) => started > doneBefore)).toBe(true);
});

test('after a restore, users sign in with their passwords, and go on adding and finding tasks', async () => {
  const [{ email, password } = { email: '', password: '' }] = persons;
  const client = createTestClient(restored.origin, restored.publishableKey);
  const { error } = await client.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  await client
    .from('tasks')
    .insert({ id: randomUUID(), title: 'New', task_date: '2026-11-20' })
    .throwOnError();
  const { data } = await client.rpc('search_tasks', { search: 'new' });
  expect(data).toMatchObject([{ title: 'New' }]);
});

test('after a restore, the tokens of teams are valid', async () => {
  expect(await openTokens(at('new')).check(token, 'notes')).toMatchObject({ by: 'Ada' });
});

test('restores columns of all types unchanged, and identity columns continue to count', async () => {
  const select = `select number::int, bytes::text, at::text, ratio::text, words::text, "Two ""words""" as two, total from public.odd`;
  const row = {
    bytes: '\\x00ff',
    at: '1 mon -2 days',
    ratio: '0.30000000000000004',
    words: '{"a,b",NULL,"c\\"d"}',
    two: 'one\ntwo',
    total: 3,
  };
  expect(await restored.query(select)).toEqual([{ number: 1, ...row }]);
  const [next] = await restored.query('insert into public.odd (words) values (null) returning number::int');
  expect(next).toEqual({ number: 2 });
});

test('sessions and mail links survive a restore, and end if the secrets are deleted', async () => {
  const [{ client } = await restored.signUp()] = persons;
  expect(await credentialStatuses(restored, client, link)).toEqual(ALL_VALID);
  await restored.close();
  rmSync(at('new', 'secrets.json'));
  restored = await startTestServer({ dataDir: at('new'), log: (line) => void output.push(line) });
  expect(await credentialStatuses(restored, client, link)).toEqual(ALL_INVALID);
  expect(output).toContain('The secrets were missing and were created again: everyone is signed out.');
});

test('only this account can read a backup', () => {
  expect(statSync(at('site.backup.gz')).mode & 0o777).toBe(0o600);
});
