import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApp } from '../src/backend/openApp.ts';
import { runQuietly } from '../src/backend/quietConsole.ts';
import { migrateRemote, readAll } from '../src/data/migrate.ts';
import { rehearseMigrations } from '../src/data/rehearseMigrations.ts';
import type { Finding } from '../src/data/remoteNames.ts';
import { readStatements } from '../src/data/statements.ts';
import { repositoryRoot } from '../src/paths.ts';
import { folderForAll } from './support/folder.ts';

// How the gate checks the tables of a remote (decision 041): the statements, and the tables that they create.

const FILE = '20261125130000_entries.sql';
const WHERE = `supabase/migrations/${FILE}`;
const GOOD = readFileSync(join(repositoryRoot, 'docs/examples/notes-entries.sql'), 'utf8');

const at = folderForAll();
let opened: Awaited<ReturnType<typeof openApp>>;
beforeAll(async () => {
  const secrets = { jwtSecret: 'x'.repeat(32), publishableKey: 'x', secretKey: 'x' };
  const parameters = [at('database'), secrets, { siteUrl: 'http://127.0.0.1', confirmEmail: false }] as const;
  opened = await runQuietly(console.error, () => openApp(...parameters, { durability: 'relaxed' }));
  await opened.database.change((transaction) =>
    transaction.exec('create table public.others_rows (id int); create role remote_others nologin'),
  );
});
afterAll(() => opened.database.close());

/** Runs a migration without checking its statements first, and rolls it back. Returns the findings. */
async function findingsOf(sql: string, remote = 'notes'): Promise<Finding[]> {
  const { read } = await readAll([{ file: FILE, sql }]);
  let found: Finding[] = [];
  await opened.database.change(async (transaction) => {
    found = await migrateRemote(transaction, remote, read);
    await transaction.rollback();
  });
  return found;
}

/** Returns the good migration with one part replaced. */
const withChange = (from: string | RegExp, to: string) => {
  const changed = GOOD.replace(from, to);
  expect(changed).not.toBe(GOOD);
  return changed;
};
const without = (from: string | RegExp) => withChange(from, '');

test('accepts the example of the docs, also with two tables or with references to profiles', async () => {
  expect(await findingsOf(GOOD)).toEqual([]);
  const two = `${GOOD}\n${GOOD.replaceAll('entries', 'pages').replace('text text', 'entry_id uuid references public.notes_entries (id) on delete cascade, text text')}`;
  expect(await findingsOf(two)).toEqual([]);
  expect(await findingsOf(GOOD.replaceAll('auth.users (id)', 'public.profiles (id)'))).toEqual([]);
});

describe('reports what is wrong with a table', () => {
  test.each([
    [
      'no row-level security',
      without(/alter table .*\n/),
      'notes_entries has no row-level security: alter table public.notes_entries enable row level security',
    ],
    [
      'a missing policy',
      without(/create policy notes_entries_delete.*\n.*\n/),
      'notes_entries needs exactly one policy for delete, and has 0: create policy … for delete to authenticated using ((select auth.uid()) = user_id)',
    ],
    [
      'a second policy for the same command',
      `${GOOD}create policy notes_entries_more on public.notes_entries for select to authenticated using (true);`,
      'notes_entries needs exactly one policy for select, and has 2: create policy … for select to authenticated using ((select auth.uid()) = user_id)',
    ],
    [
      'a policy for all commands',
      `${GOOD}create policy notes_entries_all on public.notes_entries to authenticated using ((select auth.uid()) = user_id);`,
      'notes_entries has a policy for all commands: write one for select, insert, update and delete each',
    ],
    [
      'a policy that allows every row',
      withChange(
        'for select to authenticated using ((select auth.uid()) = user_id)',
        'for select to authenticated using (true)',
      ),
      'notes_entries has a policy for select that is not bound to its owner: create policy … for select to authenticated using ((select auth.uid()) = user_id)',
    ],
    [
      'a policy that can be bypassed',
      withChange(
        'for update to authenticated using ((select auth.uid()) = user_id)',
        "for update to authenticated using ((select auth.uid()) = user_id or text = 'x')",
      ),
      'notes_entries has a policy for update that is not bound to its owner: create policy … for update to authenticated using ((select auth.uid()) = user_id)',
    ],
    [
      'an update that can give a row away',
      withChange(
        'for update to authenticated using ((select auth.uid()) = user_id)',
        'for update to authenticated using ((select auth.uid()) = user_id) with check (true)',
      ),
      'notes_entries has a policy for update that is not bound to its owner: create policy … for update to authenticated using ((select auth.uid()) = user_id)',
    ],
    [
      'a policy that calls auth.uid() for each row',
      withChange(
        'for delete to authenticated using ((select auth.uid()) = user_id)',
        'for delete to authenticated using (auth.uid() = user_id)',
      ),
      'notes_entries has a policy for delete that is not bound to its owner: create policy … for delete to authenticated using ((select auth.uid()) = user_id)',
    ],
    [
      'a policy for all roles',
      withChange('for select to authenticated', 'for select'),
      'notes_entries has a policy for select that is not only for authenticated: create policy … for select to authenticated using ((select auth.uid()) = user_id)',
    ],
    [
      'a grant to visitors',
      `${GOOD}grant select on public.notes_entries to anon;`,
      'notes_entries can be used by anon: revoke all on public.notes_entries from public, anon, authenticated, before you grant',
    ],
    [
      'a grant to visitors on a column',
      `${GOOD}grant select (text) on public.notes_entries to public;`,
      'notes_entries can be used by public: revoke all on public.notes_entries from public, anon, authenticated, before you grant',
    ],
    [
      'an excessive grant',
      `${GOOD}grant truncate on public.notes_entries to authenticated;`,
      'notes_entries lets authenticated truncate: revoke all on public.notes_entries from public, anon, authenticated, then grant select, insert, update, delete',
    ],
    [
      'rows that their owner cannot export',
      withChange('grant select, delete', 'grant delete'),
      'notes_entries cannot be read by its owner, whose data export contains it: grant select on public.notes_entries to authenticated',
    ],
    [
      'rows that remain when their account is deleted',
      without(' on delete cascade'),
      'notes_entries keeps rows of accounts that are deleted: user_id … references auth.users (id) on delete cascade',
    ],
    [
      'rows without an owner',
      withChange('user_id uuid not null default', 'user_id uuid default'),
      'notes_entries has rows without an owner: user_id uuid not null',
    ],
    [
      'no index on the owner',
      withChange('(user_id, created_at)', '(created_at, user_id)'),
      'notes_entries needs an index that begins with its owner: create index on … (user_id, …)',
    ],
    [
      'a partial index on the owner',
      withChange('(user_id, created_at);', "(user_id, created_at) where text <> '';"),
      'notes_entries needs an index that begins with its owner: create index on … (user_id, …)',
    ],
    [
      'a value that is unique across all users',
      withChange('check (char', 'unique check (char'),
      'notes_entries reveals to one user what another has, by notes_entries_text_key: a unique index needs user_id among its columns',
    ],
    [
      'another primary key',
      withChange('id uuid primary key', 'number serial primary key, id uuid unique'),
      'notes_entries needs a primary key: id uuid primary key default gen_random_uuid()',
    ],
    [
      'no row limit',
      without(/create trigger[^;]*;/),
      "notes_entries has no row limit: create trigger … before insert or update on public.notes_entries for each row execute function private.limit_rows('user_id')",
    ],
    [
      'a row limit for inserts only',
      withChange('before insert or update', 'before insert'),
      "notes_entries has no row limit: create trigger … before insert or update on public.notes_entries for each row execute function private.limit_rows('user_id')",
    ],
    [
      'a conditional row limit',
      withChange('for each row execute', 'for each row when (new.text is null) execute'),
      "notes_entries has no row limit: create trigger … before insert or update on public.notes_entries for each row execute function private.limit_rows('user_id')",
    ],
    [
      'a trigger that keeps rows of deleted accounts',
      `${GOOD}create trigger notes_keep before delete on public.notes_entries for each row execute function private.keep_columns('text');`,
      'notes_entries has the trigger notes_keep: a trigger must be before insert or update, and execute private.limit_rows, private.keep_columns, private.keep_creation_time',
    ],
    [
      'a reference that blocks the deletion of an account',
      `${GOOD}alter table public.notes_entries add column parent uuid references public.notes_entries (id) on delete restrict;`,
      'notes_entries can block the deletion of an account, by notes_entries_parent_fkey: references … on delete cascade (or set null, of a column that may be null)',
    ],
  ])('%s', async (_, sql, message) => {
    expect(await findingsOf(sql)).toContainEqual({ message, where: `${WHERE}:4` });
  });

  test('a table without an owner column, and one with the prefix of another remote', async () => {
    expect(await findingsOf('create table public.notes_all (id uuid primary key);')).toContainEqual({
      message:
        'notes_all needs a column for its owner: user_id uuid not null default auth.uid() references auth.users (id) on delete cascade',
      where: `${WHERE}:1`,
    });
    expect(await findingsOf(GOOD.replaceAll('notes_', 'planner_'))).toContainEqual({
      message: 'planner_entries has a name that does not begin with public.notes_',
      where: `${WHERE}:4`,
    });
  });
});

describe('the database itself rejects access to what is not the remote’s own, even without the statement check', () => {
  test.each([
    ['alter table public.tasks disable row level security', 'must be owner of table tasks'],
    ['drop table public.others_rows', 'must be owner of table others_rows'],
    ['create index on public.tasks (title)', 'must be owner of table tasks'],
    ['create policy all_of_them on public.tasks using (true)', 'must be owner of table tasks'],
    [
      'create trigger notes_spy after insert on public.tasks execute function private.limit_rows()',
      'permission denied for table tasks',
    ],
    [
      'create table public.notes_x (task uuid references public.tasks (id))',
      'permission denied for table tasks',
    ],
    ['grant select on auth.users to authenticated', 'permission denied for table users'],
    ['create table public.notes_x as select * from auth.users', 'permission denied for table users'],
    ['update public.profiles set display_name = null', 'permission denied for table profiles'],
    ['set role postgres', 'cannot set parameter "role" within security-definer function'],
    ['reset role', 'cannot set parameter "role" within security-definer function'],
    [
      "select set_config('role', 'postgres', false)",
      'cannot set parameter "role" within security-definer function',
    ],
    [
      'set session authorization postgres',
      'cannot set parameter "session_authorization" within security-definer function',
    ],
    ['commit', 'EXECUTE of transaction commands is not implemented'],
    ['do $$ begin null; end $$', 'permission denied for language plpgsql'],
    [
      'create function public.notes_f() returns int language sql security definer as $$ select 1 $$',
      'permission denied for language sql',
    ],
    ['create extension pgcrypto', 'permission denied to create extension "pgcrypto"'],
    ['create schema notes', 'permission denied for database postgres'],
    ['create role notes', 'permission denied to create role'],
    ["select pg_read_file('/etc/passwd')", 'permission denied for function pg_read_file'],
    ["copy public.others_rows from program 'id'", 'permission denied to COPY to or from an external program'],
  ])('%s', async (sql, message) => {
    expect(await findingsOf(`-- one\n${sql};`)).toEqual([
      { message: expect.stringContaining(message) as string, where: `${WHERE}:2` },
    ]);
  });

  test.each([
    ["create type public.notes_kind as enum ('a')", 'pg_type'],
    ['alter default privileges in schema public grant all on tables to anon', 'pg_default_acl'],
    ['select lo_create(0)', 'pg_largeobject_metadata'],
  ])('or detects it afterwards: %s', async (sql, catalog) => {
    expect(await findingsOf(`${GOOD}${sql};`)).toContainEqual({
      message: expect.stringContaining(`it changes something that is not its own (${catalog} `) as string,
    });
  });

  test('a view', async () => {
    const view = `${GOOD}create view public.notes_all as select * from public.notes_entries;`;
    expect(await findingsOf(view)).toContainEqual({
      message: 'notes_all is not a table: a remote may have only tables',
    });
  });
});

describe('a migration may run only statements on an allowlist', () => {
  const faultsOf = async (sql: string) => (await readStatements(sql)).faults;

  test('reports the line of each statement, also after comments and non-ASCII text', async () => {
    const sql = "-- größe\n\ncomment on table public.notes_a is 'ü;';\n/* two\nlines */ do $$ begin end $$;";
    const { statements, faults } = await readStatements(sql);
    expect(statements.map(({ line }) => line)).toEqual([3, 5]);
    expect(faults).toMatchObject([{ line: 5 }]);
    expect(await faultsOf('select 1;\n\ncreate tabel x')).toEqual([
      { message: 'syntax error at or near "tabel"', line: 3 },
    ]);
  });

  test.each([
    "'do'",
    "'select'",
    "'copy'",
    "'create function'",
    "'create view'",
    "'create extension'",
    "'set'",
    "'insert'",
    "'delete'",
    "'truncate'",
    "'vacuum'",
    "'begin'",
    "'listen'",
  ])('%s is not allowed', async (word) => {
    const rest: Record<string, string> = {
      do: ' $$ begin end $$',
      select: ' 1',
      copy: " public.notes_a from '/etc/passwd'",
      set: ' role postgres',
      'create function': ' public.notes_f() returns int language sql as $$ select 1 $$',
      'create view': ' public.notes_v as select 1',
      'create extension': ' x',
      insert: ' into public.notes_a values (1)',
      delete: ' from public.notes_a',
      truncate: ' public.notes_a',
      listen: ' x',
    };
    const name = word.slice(1, -1);
    const [fault] = await faultsOf(`${name}${rest[name] ?? ''}`);
    expect(fault?.message).toContain(
      `${word} is not allowed in a migration of a remote: use create table, alter table`,
    );
  });

  test.each([
    ['drop table public.notes_a', 'it drops what the previous version still uses'],
    ['alter table public.notes_a drop column text', 'it drops a column that the previous version still uses'],
    ['alter table public.notes_a owner to postgres', '(ChangeOwner)'],
    ['alter table public.notes_a disable trigger all', '(DisableTrigAll)'],
    ['create temporary table notes_a (id int)', 'it creates a temporary or unlogged table'],
    ['create table public.notes_a () inherits (public.tasks)', 'it creates a table from another one'],
    ["alter table public.notes_a add column x text default pg_read_file('x')", 'it calls pg_read_file()'],
    ['alter table public.notes_a add column x text default pg_sleep(1000)', 'it calls pg_sleep()'],
    [
      "alter table public.notes_a add check (query_to_xml('select 1', true, true, '') is not null)",
      'it calls query_to_xml()',
    ],
    [
      'update public.notes_a set text = (select email from auth.users limit 1)',
      'it contains a query that reads a table',
    ],
    [
      'update public.notes_a set text = email from auth.users',
      'it reads a table besides the one that it changes',
    ],
    [
      'with recursive a as (select 1) update public.notes_a set text = 1',
      'it reads a table besides the one that it changes',
    ],
  ])('rejects %s', async (sql, message) => {
    expect((await faultsOf(sql)).map((fault) => fault.message)).toContainEqual(
      expect.stringContaining(message),
    );
  });

  // Within the limits of the call stack, beyond them, and beyond the limits of the parser.
  test.each([200, 5_000, 30_000])('rejects an expression nested %i levels deep', async (depth) => {
    const sql = `alter table public.notes_a add check (1${'+1'.repeat(depth)} > 0)`;
    expect(await faultsOf(sql)).toMatchObject([{ message: expect.stringContaining('nested too deeply') }]);
  });

  test('allows the statements that teams need', async () => {
    const sql = `alter table public.notes_a add column day date not null default (now() at time zone 'utc')::date;
      alter table public.notes_a alter column text set default lower('A');
      update public.notes_a set text = btrim(text) where char_length(text) > 10;
      drop index public.notes_a_idx;
      comment on table public.notes_a is 'Notes';`;
    expect(await faultsOf(sql)).toEqual([]);
  });
});

describe('the rehearsal', () => {
  test('accepts the example of the docs, and is stopped when it takes too long', async () => {
    const migrations = [{ file: FILE, sql: GOOD }];
    expect(await rehearseMigrations('notes', migrations)).toEqual([]);
    expect(await rehearseMigrations('notes', migrations, 0.1)).toEqual([
      { message: 'its migrations took more than 0.1 seconds on an empty database' },
    ]);
  });

  test('runs as on a project where new tables are open to every client', async () => {
    const open = without(/revoke all.*\n/);
    expect(await rehearseMigrations('notes', [{ file: FILE, sql: open }])).toContainEqual({
      message:
        'notes_entries can be used by anon: revoke all on public.notes_entries from public, anon, authenticated, before you grant',
      where: `${WHERE}:4`,
    });
  });

  test('rejects migrations with an invalid name, a repeated time or too large a size', async () => {
    const sql = 'comment on table public.notes_a is null;';
    const late = { file: '20261125130000_later.sql', sql };
    expect(await rehearseMigrations('notes', [{ file: 'Notes.sql', sql }])).toEqual([
      {
        message: 'is not the name of a migration, such as 20261125100000_entries.sql',
        where: 'supabase/migrations/Notes.sql',
      },
    ]);
    expect(await rehearseMigrations('notes', [{ file: FILE, sql }, late])).toMatchObject([
      { message: 'has the time of another migration' },
    ]);
    expect(await rehearseMigrations('notes', [{ file: FILE, sql: '-'.repeat(70_000) }])).toMatchObject([
      { message: 'has more than 64 kB' },
    ]);
  });
});
