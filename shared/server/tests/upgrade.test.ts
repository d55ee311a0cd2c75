import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { START_PARAMETERS, type Query } from '../src/backend/embedded.ts';
import { checkBackup } from '../src/backup/backupFile.ts';
import { startTestServer } from '../src/testing.ts';
import { OLD_DATA, readOldData, unpackOldFolder } from './support/fixture.ts';
import { folderForEach } from './support/folder.ts';

// A data directory of commit bd380de3, whose twelve migrations were squashed, comes to the schema of a new one.

const at = folderForEach();
const lines: string[] = [];
const log = (line: string) => void lines.push(line);
const start = () => startTestServer({ dataDir: at('data'), log, reportFault: () => {} });

/** All that our migrations define, in words, by its name: tables, rights, policies, functions, triggers, history. */
const SCHEMA = `
  with space as (select oid from pg_namespace where nspname in ('public', 'private')),
  owned as (select * from pg_class where relnamespace in (select oid from space))
  select 'relation ' || oid::regclass as name,
    concat_ws(' ', relkind, relrowsecurity, relacl, reloptions, pg_get_userbyid(relowner)) as text from owned
  union all select 'column ' || attrelid::regclass || ' ' || attname, concat_ws(' ', attnum, format_type(atttypid, atttypmod),
    attnotnull, attacl, attoptions, attstattarget, (select pg_get_expr(adbin, adrelid) from pg_attrdef
      where adrelid = attrelid and adnum = attnum)) from pg_attribute where attrelid in (select oid from owned) and attnum > 0
  union all select 'constraint ' || conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace in (select oid from space)
  union all select 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index
    where indexrelid in (select oid from owned)
  union all select 'trigger ' || tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'policy ' || tablename || ' ' || policyname, to_jsonb(it)::text from pg_policies as it
  union all select 'function ' || oid::regprocedure, pg_get_functiondef(oid) || proacl::text from pg_proc
    where pronamespace in (select oid from space)
  union all select 'schema ' || nspname, nspacl::text from pg_namespace where oid in (select oid from space)
  union all select 'role ' || rolname, '' from pg_roles
  union all select 'migration ' || version, concat_ws(' ', name, statements) from supabase_migrations.schema_migrations
  order by 1`;
const schemaOf = async (query: Query) =>
  Object.fromEntries((await query(SCHEMA)).map(({ name, text }) => [String(name), text]));

/** Runs SQL in the data directory while no server does. */
async function inDatabase(...statements: string[]) {
  const database = await PGlite.create({ dataDir: at('data/database'), startParams: START_PARAMETERS });
  try {
    let found: unknown[] = [];
    for (const sql of statements) ({ rows: found } = await database.query(sql));
    return found;
  } finally {
    await database.close();
  }
}

test('has the schema and the history of a new one, and all data of its users, of which it keeps a copy first', async () => {
  await unpackOldFolder(at('data'));
  // A file where the folder of the copies must be.
  rmSync(at('data/backups'), { recursive: true, force: true });
  writeFileSync(at('data/backups'), '');
  await expect(start()).rejects.toThrow(/^The data could not be saved in .*\.tar\.gz: EEXIST/);
  rmSync(at('data/backups'));

  const [old, fresh] = [await start(), await startTestServer()];
  expect(await readOldData(old)).toEqual(OLD_DATA);
  expect(await old.query('select tasks from private.task_counts')).toEqual([{ tasks: 21 }, { tasks: 21 }]);
  expect(await old.query('select from private.calendar_feeds')).toHaveLength(2);
  const schema = await schemaOf(old.query);
  expect(schema).toEqual(await schemaOf(fresh.query));
  expect(Object.keys(schema).filter((name) => name.startsWith('migration'))).toHaveLength(2);
  await Promise.all([old.close(), fresh.close()]);
  const [name = ''] = readdirSync(at('data/backups'));
  expect(lines).toContain(
    `Another version wrote the data: a copy of it is kept in ${at('data/backups', name)}. Delete that when everything works.`,
  );
  expect(await checkBackup(at('data/backups', name))).toEqual({ accounts: 3, tasks: 42 });
  await (await start()).close();
  expect(readdirSync(at('data/backups'))).toEqual([name]);
}, 180_000);

test('is not changed while a table of a remote holds rows, or if it is older', async () => {
  await unpackOldFolder(at('data'));
  await inDatabase(
    `insert into public.notes_entries (user_id, text) select id, 'A note' from auth.users limit 1`,
  );
  // A service manager starts it again and again.
  for (let times = 0; times < 2; times += 1)
    await expect(start()).rejects.toThrow(
      /^Tables of remotes no longer exist, and these hold rows: notes_entries\. Start commit bd380de3 to save or delete them\.$/,
    );
  expect(readdirSync(at('data/backups'))).toHaveLength(1);
  const [count] = await inDatabase(
    `delete from supabase_migrations.schema_migrations where version = '20261128120000'`,
    `select (select count(*)::int from public.notes_entries) as notes, (select count(*)::int from public.tasks) as tasks`,
  );
  expect(count).toEqual({ notes: 1, tasks: 42 });
  await expect(start()).rejects.toThrow(
    'This data was written by a version before commit bd380de3. Start that commit with it once, then this version.',
  );
}, 180_000);

test('of another PostgreSQL is refused unchanged, with what to do', async () => {
  await unpackOldFolder(at('data'));
  writeFileSync(at('data/database/PG_VERSION'), '99\n');
  writeFileSync(at('data/database/better-space.json'), '{"pglite":"9.9.9","lite":"0.10.0"}\n');
  await expect(start()).rejects.toThrow(
    /cannot be opened.* PGlite 9\.9\.9 wrote it, and this is PGlite [\d.]+: start the version of Better Space that wrote it\.$/,
  );
  expect(readFileSync(at('data/database/better-space.json'), 'utf8')).toContain('9.9.9');
}, 60_000);
