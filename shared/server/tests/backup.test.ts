import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBackups } from '../src/backup/backupFiles.ts';
import { dataCommand } from '../src/backup/dataCommand.ts';
import { openTokens } from '../src/releases/tokens.ts';
import { repositoryRoot } from '../src/paths.ts';
import { createTestClient, startTestServer, type TestServer, type TestUser } from '../src/testing.ts';
import { copyTemplate } from '../src/testing/template.ts';
import { folderForAll } from './support/folder.ts';
import { askAgain, recordAnswers, type Recorded } from './support/recordAnswers.ts';
import { ALL_OPEN, NOTHING_OPEN, whatOpens } from './support/whatOpens.ts';

// A site is saved while people write, and restored somewhere else: everyone has what they had.

const NOTES = {
  file: '20261125130000_entries.sql',
  sql: readFileSync(join(repositoryRoot, 'docs/examples/notes-entries.sql'), 'utf8'),
};
/** As a later migration of the site could be: other types, a number that counts up, a column that is computed. */
const LATER = `create table public.odd (number bigint generated always as identity primary key, bytes bytea, at interval,
    ratio double precision, words text[], "Two ""words""" text, total int generated always as (cardinality(words)) stored);
  insert into public.odd (bytes, at, ratio, words, "Two ""words""")
    values ('\\x00ff', '1 mon -2 days', 0.1::float8 + 0.2, '{"a,b",null,"c\\"d"}', E'one\\ntwo');`;

const at = folderForAll();
const said: string[] = [];
const lines = {
  log: (line: string) => void said.push(line),
  reportFault: (line: string) => void said.push(line),
};
const run = (dataDir: string, ...words: string[]) =>
  dataCommand(words, { dataDir, log: (line) => void said.push(line) });

let persons: TestUser[];
let recorded: Recorded[];
let writers: { user: TestUser; begun: number; doneBefore: number }[];
let token: string;
let link: string;
let restored: TestServer;

/** So many are still being written when the backup is made. */
const MOST = 150;

/** Adds tasks of one person, one after the other, until the signal. */
async function write(
  writer: (typeof writers)[number],
  signal: AbortSignal,
  onEach: () => void,
): Promise<void> {
  while (!signal.aborted && writer.begun < MOST) {
    const task = { id: randomUUID(), title: String(writer.begun), task_date: '2026-11-20' };
    writer.begun += 1;
    await writer.user.client.from('tasks').insert(task).throwOnError();
    onEach();
  }
}

beforeAll(async () => {
  await copyTemplate(at('data'));
  const server = await startTestServer({ dataDir: at('data'), backups: true, ...lines });
  await server.signUp();
  expect(await server.applyMigrations('notes', [NOTES])).toMatchObject({ applied: [NOTES.file] });
  await server.query(LATER.split(';\n')[0] ?? '');
  await server.query(LATER.split(';\n')[1] ?? '');
  await server.query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    ['20271231000000', 'notes_odd', [LATER]],
  );
  ({ persons, recorded } = await recordAnswers(server, 5));
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
  writers = users.map((user) => ({ user, begun: 0, doneBefore: 0 }));
  const stop = new AbortController();
  const { promise: underWay, resolve } = Promise.withResolvers<void>();
  const done = new Map<string, number>();
  const writing = writers.map((writer) =>
    write(writer, stop.signal, () => {
      done.set(writer.user.id, writer.begun);
      if (done.size === users.length) resolve();
    }),
  );
  await underWay;
  for (const writer of writers) writer.doneBefore = done.get(writer.user.id) ?? 0;
  await run(at('data'), 'backup', at('site.backup.gz'));
  stop.abort();
  await Promise.all(writing);
  await server.close();

  await run(at('new'), 'restore', at('site.backup.gz'));
  restored = await startTestServer({ dataDir: at('new') });
}, 300_000); // two servers and three more databases, on a machine that may be busy
afterAll(() => restored.close());

test('a restored site gives the same answers to 200 requests, with the same sessions', async () => {
  expect(recorded.length).toBe(200);
  expect(new Set(recorded.map(({ answer }) => answer.status))).toEqual(new Set([200]));
  expect(await askAgain(restored, recorded)).toEqual(recorded);
});

test('what was written meanwhile is in the backup up to one moment: all before it, nothing after it', async () => {
  for (const { user, begun, doneBefore } of writers) {
    const [kept] = await restored.query(
      `select count(*)::int as tasks, coalesce(max(title::int), -1) + 1 as next,
         (select tasks from private.task_counts where user_id = $1) as counted,
         (select count(*)::int from private.task_words where user_id = $1) as found
       from public.tasks where user_id = $1`,
      [user.id],
    );
    const { tasks } = kept as { tasks: number };
    expect(kept).toEqual({ tasks, next: tasks, counted: tasks, found: tasks });
    expect(tasks).toBeGreaterThanOrEqual(doneBefore);
    expect(tasks).toBeLessThanOrEqual(begun);
  }
  expect(writers.some(({ begun, doneBefore }) => begun > doneBefore)).toBe(true);
});

test('people sign in with their passwords, and go on where they were', async () => {
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
  await client.from('notes_entries').insert({ text: 'New' }).throwOnError();
  const tables = await restored.query(`select tableowner from pg_tables where tablename = 'notes_entries'`);
  expect(tables).toEqual([{ tableowner: 'remote_notes' }]);
});

test('tokens of teams are good, and migrations that were applied are not applied again', async () => {
  expect(await openTokens(at('new')).check(token, 'notes')).toMatchObject({ by: 'Ada' });
  expect(await restored.applyMigrations('notes', [NOTES])).toEqual({ applied: [], findings: [] });
});

test('columns of all kinds come back as they were, and numbers go on counting', async () => {
  const shown = `select number::int, bytes::text, at::text, ratio::text, words::text, "Two ""words""" as two, total from public.odd`;
  const row = {
    bytes: '\\x00ff',
    at: '1 mon -2 days',
    ratio: '0.30000000000000004',
    words: '{"a,b",NULL,"c\\"d"}',
    two: 'one\ntwo',
    total: 3,
  };
  expect(await restored.query(shown)).toEqual([{ number: 1, ...row }]);
  const [next] = await restored.query('insert into public.odd (words) values (null) returning number::int');
  expect(next).toEqual({ number: 2 });
});

test('sessions and links of before go on, and where the secrets are deleted all of them end', async () => {
  const [{ client } = await restored.signUp()] = persons;
  expect(await whatOpens(restored, client, link)).toEqual(ALL_OPEN);
  await restored.close();
  rmSync(at('new', 'secrets.json'));
  restored = await startTestServer({ dataDir: at('new'), log: (line) => void said.push(line) });
  expect(await whatOpens(restored, client, link)).toEqual(NOTHING_OPEN);
  expect(said).toContain('The secrets were gone and are made anew: everyone is signed out.');
});

test('a change of the tables of a remote was preceded by a backup, and all backups are private', async () => {
  const made = listBackups(at('data'));
  expect(made.map(({ kind }) => kind)).toEqual(['change']);
  for (const file of [at('site.backup.gz'), ...made.map((one) => one.file)])
    expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(said.filter((line) => /fail|could not/.test(line))).toEqual([]);
});
