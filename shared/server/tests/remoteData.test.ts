import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot } from '../src/paths.ts';
import { startTestServer, type TestServer } from '../src/testing.ts';

// Tables of remotes in the running database, and their rows when an account is deleted.

const FIRST = {
  file: '20261125130000_entries.sql',
  sql: readFileSync(join(repositoryRoot, 'docs/examples/notes-entries.sql'), 'utf8'),
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const readCatalog = () =>
  server.query(`select nspname, nspacl::text from pg_namespace
    union all select lanname, lanacl::text from pg_language where lanname in ('sql', 'plpgsql')
    union all select relname || attname, attacl::text from pg_attribute join pg_class c on c.oid = attrelid
      where relname in ('users', 'profiles') and attacl is not null
    order by 1`);
const readRoleRights = () =>
  server.query(`select has_schema_privilege('remote_notes', 'public', 'create') as creates,
    has_schema_privilege('remote_notes', 'private', 'usage') as private,
    has_column_privilege('remote_notes', 'auth.users', 'id', 'references') as refers,
    has_language_privilege('remote_notes', 'plpgsql', 'usage') as language`);

test('a migration is applied once, all of a release or none, and its role has no rights afterwards', async () => {
  expect(await server.applyMigrations('notes', [FIRST])).toEqual({ applied: [FIRST.file], findings: [] });
  const after = await readCatalog();
  expect(await server.applyMigrations('notes', [FIRST])).toEqual({ applied: [], findings: [] });
  const good = {
    file: '20261125140000_good.sql',
    sql: 'alter table public.notes_entries add column day date;',
  };
  const bad = { file: '20261125150000_bad.sql', sql: 'alter table public.tasks add column day date;' };
  expect(await server.applyMigrations('notes', [FIRST, good, bad])).toEqual({
    applied: [],
    findings: [{ message: 'must be owner of table tasks', where: `supabase/migrations/${bad.file}:1` }],
  });
  expect(
    await server.query(
      `select from pg_attribute where attrelid = 'public.notes_entries'::regclass and attname = 'day'`,
    ),
  ).toEqual([]);
  expect(await readCatalog()).toEqual(after);
  expect(await readRoleRights()).toEqual([{ creates: false, private: false, refers: false, language: true }]);
  expect(
    await server.applyMigrations('other', [
      { file: '20261125160000_theirs.sql', sql: 'drop index public.notes_entries_user_id_created_at_idx;' },
    ]),
  ).toMatchObject({
    findings: [{ message: 'must be owner of index notes_entries_user_id_created_at_idx' }],
  });
  expect(await server.applyMigrations('notes', [{ ...FIRST, sql: `${FIRST.sql} ` }])).toMatchObject({
    findings: [
      { message: 'differs from the migration that was applied here: restore it, and write a new one' },
    ],
  });
  const dropsPolicy = {
    file: '20261125170000_open.sql',
    sql: 'drop policy notes_entries_delete on public.notes_entries;',
  };
  expect(await server.applyMigrations('notes', [FIRST, dropsPolicy])).toMatchObject({
    findings: [
      { message: expect.stringContaining('needs exactly one policy for delete, and has 0') as string },
    ],
  });
});

test('deleting an account deletes its rows, and no others', async () => {
  const [ada, ben] = [await server.signUp(), await server.signUp()];
  for (const { client } of [ada, ben])
    expect(await client.from('notes_entries').insert({ text: 'Buy seeds' })).toMatchObject({ status: 201 });
  expect(await ada.client.rpc('delete_account')).toMatchObject({ status: 204 });
  const left = await server.query('select user_id from public.notes_entries');
  expect(left).toEqual([{ user_id: ben.id }]);
});

test('a user may store at most 5,000 rows of at most 8 kB in a table', async () => {
  const { client, id } = await server.signUp();
  // Without the trigger, which would count the rows 4,999 times.
  await server.query('alter table public.notes_entries disable trigger user');
  await server.query(
    `insert into public.notes_entries (user_id, text) select $1, 'Entry' from generate_series(1, 4999)`,
    [id],
  );
  await server.query('alter table public.notes_entries enable trigger user');
  const entries = client.from('notes_entries');
  expect(await entries.insert({ text: 'The last one' })).toMatchObject({ status: 201 });
  expect(await entries.insert({ text: 'One too many' })).toMatchObject({
    status: 400,
    error: { message: 'You have reached the limit of 5,000 entries. Delete some to add new ones.' },
  });
  const other = await server.signUp();
  const insert = other.client.from('notes_entries');
  expect(await insert.insert({ text: '🌱'.repeat(2000) })).toMatchObject({ status: 201 });
  await server.query('alter table public.notes_entries drop constraint notes_entries_text_check');
  expect(await insert.insert({ text: '🌱'.repeat(2100) })).toMatchObject({
    status: 400,
    error: { message: 'An entry may have 8 kB at most.' },
  });
});

test('lists tables for signed-in users only, and returns no rows of another account', async () => {
  const { client } = await server.signUp();
  const other = await server.signUp();
  await other.client.from('notes_entries').insert({ text: 'Of the other' }).throwOnError();
  await client.from('notes_entries').insert({ text: 'Own' }).throwOnError();
  expect(await client.rpc('own_tables')).toMatchObject({ data: ['notes_entries'] });
  expect(await server.anonymous().rpc('own_tables')).toMatchObject({ status: 401 });
  expect(await client.from('notes_entries').select('text')).toMatchObject({ data: [{ text: 'Own' }] });
  expect(await client.from('notes_entries').select('text').eq('user_id', other.id)).toMatchObject({
    data: [],
  });
});
