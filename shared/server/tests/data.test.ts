import fs from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { zstdDecompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import bcrypt from 'bcrypt';
import { create, extract } from 'tar';
import { beforeAll, expect, test } from 'vitest';
import { writeFiles } from '@space/store/testing';
import { START_PARAMETERS } from '../src/backend/embedded.ts';
import { checkBackup } from '../src/backup/backupFile.ts';
import { dataCommand } from '../src/backup/dataCommand.ts';
import { copyTemplate, startTestServer, type TestServer } from '../src/testing/server.ts';
import { folderForAll, folderForEach } from '../src/testing/folders.ts';
import { PROJECT, PUSHED } from './support/projects.ts';

// Data that goes through versions of this server, out of it (`npm run data`) and in again. A data directory of commit bd380de3,
// whose twelve migrations were squashed, comes to the schema of a new one, and is what is saved and written as SQL.

const FIXTURES = join(import.meta.dirname, 'fixtures');
/** Unpacks the data directory of commit bd380de3 into a new folder. */
async function unpackOldFolder(cwd: string): Promise<void> {
  fs.mkdirSync(cwd);
  const content = zstdDecompressSync(fs.readFileSync(join(FIXTURES, 'bd380de3.tar.zst')));
  await pipeline(Readable.from([content]), extract({ cwd }));
}
const PEOPLE = ['anna', 'ben'];
/** What they see: their names and titles, and what a search finds. */
const DATA = PEOPLE.map((person) => {
  const titles = Array.from({ length: 20 }, (_, number) => `Plan ${number} of ${person}`);
  return [person, ...titles, 'Café crème à Zürich', 'Café crème à Zürich'];
});
async function readAs(server: TestServer, person: string): Promise<unknown[]> {
  const client = server.anonymous();
  const credentials = { email: `${person}@example.com`, password: 'Passw0rd!' };
  const signedIn = await client.auth.signInWithPassword(credentials);
  session = signedIn.data.session?.refresh_token ?? '';
  const profile = await client.from('profiles').select('display_name').throwOnError();
  const tasks = await client.from('tasks').select('title').order('created_at').throwOnError();
  const found = await client.rpc('search_tasks', { search: 'zurich creme' }).throwOnError();
  const rows = [...profile.data, ...tasks.data, ...(found.data as object[])];
  return rows.map((row) => Reflect.get(row, 'title') ?? Reflect.get(row, 'display_name'));
}
const readData = (server: TestServer) => Promise.all(PEOPLE.map((person) => readAs(server, person)));

const all = folderForAll();
const at = folderForEach();
const BACKUP = () => all('site.backup');
const lines: string[] = [];
const log = (line: string) => void lines.push(line);
const start = (dataDir = at('data')) => startTestServer({ dataDir, log, reportFault: () => {} });
const run = (dataDir: string, ...args: string[]) => dataCommand(args, dataDir);

/** The refresh token of the last sign-in. */
let session = '';
/** What the old folder holds after its first start. */
let upgraded: object;
beforeAll(async () => {
  await unpackOldFolder(all('data'));
  const server = await start(all('data'));
  const [schema, rest] = [await server.query(SCHEMA), await server.query(REST)];
  upgraded = { data: await readData(server), schema, rest };
  await expect(run(all('data'), 'backup', BACKUP())).rejects.toThrow(`is in use by process ${process.pid}`);
  await server.close();
  writeFiles(all('data'), { 'release-tokens/0a1b2c3d.json': '{}' });
  const saved = `Saved in ${BACKUP()}, and read again: 3 accounts, 42 tasks.`;
  expect(await run(all('data'), 'backup', BACKUP())).toContain(saved);
});

const inDatabase = async (...statements: string[]) => {
  const database = await PGlite.create({ dataDir: at('data/database'), startParams: START_PARAMETERS });
  const results = await database.exec(statements.join(';\n'));
  await database.close();
  return results.at(-1)?.rows;
};

/** All that our migrations define, in words, by its name: tables, rights, policies, functions, triggers, history. */
const SCHEMA = `
  with space as (select oid from pg_namespace where nspname in ('public', 'private')),
  owned as (select * from pg_class where relnamespace in (select oid from space))
  select 'relation ' || oid::regclass as name,
    concat_ws(' ', relkind, relrowsecurity, relacl, reloptions, pg_get_userbyid(relowner),
      case relkind when 'i' then pg_get_indexdef(oid) end) as text from owned
  union all select 'column ' || attrelid::regclass || ' ' || attname, concat_ws(' ', attnum, format_type(atttypid, atttypmod),
    attnotnull, attacl, attoptions, attstattarget, (select pg_get_expr(adbin, adrelid) from pg_attrdef
      where adrelid = attrelid and adnum = attnum)) from pg_attribute where attrelid in (select oid from owned) and attnum > 0
  union all select 'constraint ' || conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace in (select oid from space)
  union all select 'trigger ' || tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'policy ' || tablename || ' ' || policyname, to_jsonb(it)::text from pg_policies as it
  union all select 'function ' || oid::regprocedure, pg_get_functiondef(oid) || proacl::text from pg_proc
    where pronamespace in (select oid from space)
  union all select 'schema ' || nspname, nspacl::text from pg_namespace where oid in (select oid from space)
  union all select 'role ' || rolname, '' from pg_roles
  union all select 'migration ' || version, concat_ws(' ', name, statements) from supabase_migrations.schema_migrations
  order by 1`;
const REST = `select (select string_agg(email, ',') from auth.users where email_confirmed_at is null) as unconfirmed,
  (select json_agg(tasks) from private.task_counts) as counts, (select count(*)::int from private.calendar_feeds) as feeds`;

test('an old folder has the schema and the history of a new one, and all data, of which it keeps a copy first', async () => {
  const fresh = await startTestServer();
  const rest = [{ unconfirmed: 'cleo@example.com', counts: [21, 21], feeds: 2 }];
  expect(upgraded).toEqual({ data: DATA, schema: await fresh.query(SCHEMA), rest });
  await fresh.close();
  const [name = '', ...more] = fs.readdirSync(all('data/backups'));
  const copy = all('data/backups', name);
  const kept = `Another version wrote the data: a copy of it is kept in ${copy}. Delete that when everything works.`;
  expect([more, lines[0]]).toEqual([[], kept]);
  expect(await checkBackup(copy)).toEqual({ accounts: 3, tasks: 42 });
});

test('an old folder is not changed while no copy can be kept, a table of a remote holds rows, or if it is older', async () => {
  await unpackOldFolder(at('data'));
  fs.writeFileSync(at('data/backups'), '');
  await expect(start()).rejects.toThrow(/^The data could not be saved in .*\.tar\.gz: EEXIST/);
  fs.rmSync(at('data/backups'));
  await inDatabase(`insert into notes_entries (user_id, text) select id, 'A note' from auth.users limit 1`);
  // A service manager starts it again and again: one copy is kept.
  for (const _ of [1, 2])
    await expect(start()).rejects.toThrow('these hold rows: notes_entries. Start commit bd380de3 to save or');
  expect(fs.readdirSync(at('data/backups'))).toHaveLength(1);
  const count = await inDatabase(
    `delete from supabase_migrations.schema_migrations where version = '20261128120000'`,
    `select (select count(*)::int from notes_entries) as notes, (select count(*)::int from tasks) as tasks`,
  );
  expect(count).toEqual([{ notes: 1, tasks: 42 }]);
  await expect(start()).rejects.toThrow('before commit bd380de3. Start that commit with it once, then this');
});

const VERSIONS = 'database/better-space.json';
const DAMAGED =
  /^The database in \S+\/database cannot be opened: its files are damaged or incomplete\. Put a copy of them back, or move the folder away to begin with an empty one\.$/;
const OTHER_ENGINE =
  /cannot be opened.* PGlite 9\.9\.9 wrote it, and this is PGlite [\d.]+: start the version of Better Space that wrote it\.$/;
const OTHER_VERSION = { PG_VERSION: '99\n', 'better-space.json': { pglite: '9.9.9' } };
const inPart = (part: string) => at('data/database', part);
test.each<[string, () => unknown, reason: RegExp]>([
  ['with an empty part', () => fs.truncateSync(inPart('global/pg_control')), DAMAGED],
  ['with a cut log', () => fs.truncateSync(inPart('pg_wal/000000010000000000000001'), 100), DAMAGED],
  ['without a part', () => fs.rmSync(inPart('base'), { recursive: true }), DAMAGED],
  ['of another PostgreSQL', () => writeFiles(inPart(''), OTHER_VERSION), OTHER_ENGINE],
])('data %s is refused unchanged, with what to do', async (_, change, reason) => {
  fs.cpSync(all('data'), at('data'), { recursive: true });
  change();
  const versions = fs.readFileSync(at('data', VERSIONS), 'utf8');
  await expect(start()).rejects.toThrow(reason);
  expect(fs.readFileSync(at('data', VERSIONS), 'utf8')).toBe(versions);
});

test('npm run data prints its usage, and refuses what is not there or already there', async () => {
  expect(await run(at('data'))).toContain('npm run data -- backup <file>');
  for (const args of [['save'], ['backup'], ['restore', 'one', 'other']])
    await expect(run(at('data'), ...args)).rejects.toThrow(/^Usage:\nnpm run data -- backup <file>/);
  await expect(run(at('data'), 'backup', at('x'))).rejects.toThrow(`There is no data in ${at('data')} yet.`);
  await expect(run(all('data'), 'backup', BACKUP())).rejects.toThrow(`${BACKUP()} already exists.`);
});

test('a backup is restored elsewhere with all data, passwords and sessions, which end if the secrets are deleted', async () => {
  expect(fs.statSync(BACKUP()).mode & 0o777).toBe(0o600);
  const restored = `Restored in ${at('data')}: 3 accounts, 42 tasks.`;
  // One of November 28 has a file that is no longer kept.
  writeFiles(all('data'), { 'known-addresses': '' });
  const names = ['database', 'secrets.json', 'release-tokens', 'known-addresses'];
  await pack(at('older'), all('data'), VERSIONS, ...names);
  expect(await run(at('data'), 'restore', at('older'))).toBe(restored);
  expect(fs.readdirSync(at('data'))).not.toContain('known-addresses');
  await expect(run(at('data'), 'restore', BACKUP())).rejects.toThrow('There is already data in');
  expect(fs.readFileSync(at('data/release-tokens/0a1b2c3d.json'), 'utf8')).toBe('{}');
  const renew = async () => {
    const server = await start();
    const { error } = await server.anonymous().auth.refreshSession({ refresh_token: session });
    expect(await readData(server)).toEqual(DATA);
    await server.close();
    return error?.code ?? 'renewed';
  };
  expect(await renew()).toBe('renewed');
  fs.rmSync(at('data/secrets.json')); // after a theft
  expect(await renew()).toBe('refresh_token_not_found');
  expect(lines).toContain('The secrets were missing and were created again: everyone is signed out.');
  fs.rmSync(at('data/database'), { recursive: true });
  const inTheWay = `There is already a secrets.json in ${at('data')}: move it away first.`;
  await expect(run(at('data'), 'restore', BACKUP())).rejects.toThrow(inTheWay);
  expect(fs.readdirSync(at('data'))).not.toContain('database');
});

const write = (content: Uint8Array | string) => fs.writeFileSync(at('file'), content);
const whole = () => fs.readFileSync(BACKUP());
const pack = (file: string, cwd: string, ...names: string[]) => create({ file, gzip: true, cwd }, names);
test.each<[string, () => unknown, reason: string]>([
  ['missing', () => {}, 'ENOENT'],
  ['text', () => write('hello'), ''],
  ['another archive', () => pack(at('file'), import.meta.dirname, 'support'), 'it begins with support'],
  ['with a file more', () => pack(at('file'), all('data'), VERSIONS, 'server.lock'), 'server.lock does not'],
  ['the first half', () => write(whole().subarray(0, whole().length / 2)), 'unexpected end'],
  ['altered in a byte', () => write(whole().fill('x', 5000, 5001)), ''],
  ['of an earlier version', () => fs.cpSync(join(FIXTURES, 'bd380de3.backup.gz'), at('file')), 'bd380de3'],
])('a backup is refused if it is %s, and nothing is changed', async (_, make, reason) => {
  await make();
  await expect(run(at('data'), 'restore', at('file'))).rejects.toThrow(
    new RegExp(`is not a complete backup of Better Space: .*${reason}`),
  );
  expect(fs.readdirSync(at('data'))).toEqual(['server.lock']);
});

test('the SQL fills a Supabase project once, with the ids, times and passwords of every account', async () => {
  const file = at('accounts.sql');
  const printed = await run(all('data'), 'sql', file);
  expect(printed).toContain(`Written to ${file}: 3 accounts, 42 tasks.`);
  expect(printed).toContain('Addresses of calendars do not move');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  await copyTemplate(at('project'), true);
  const project = await PGlite.create(at('project'));
  const query = async (sql: string) => Object.values((await project.query<object>(sql)).rows[0] ?? {});
  const load = () => project.exec(fs.readFileSync(file, 'utf8'));
  await expect(load()).rejects.toThrow('This is no Supabase project');
  await project.exec(`${PROJECT} set role migrator`);
  await expect(load()).rejects.toThrow('run "supabase db push" first. Nothing was loaded.');
  await project.exec(PUSHED);
  await load();
  await expect(load()).rejects.toThrow('This project already has accounts. Nothing was loaded.');

  const server = await start(all('data'));
  for (const table of ['public.profiles', 'public.tasks']) {
    const rows = `select string_agg(it::text, E'\\n' order by id) as rows from ${table} as it`;
    expect(await query(rows)).toEqual(Object.values((await server.query(rows))[0] ?? {}));
  }
  await server.close();
  expect(fs.readdirSync(all('data/backups'))).toHaveLength(1); // that of the first start
  // GoTrue's own query for an account; it answers 500 if one of the counted columns is null.
  const [hash] = await query(
    `select encrypted_password from auth.users where instance_id = '00000000-0000-0000-0000-000000000000'
     and lower(email) = 'anna@example.com' and aud = 'authenticated' and not is_sso_user and email_confirmed_at is not null`,
  );
  expect(await bcrypt.compare('Passw0rd!', String(hash))).toBe(true);
  const counts = `select (select sum(tasks)::int from private.task_counts) as tasks,
    (select count(*) from auth.identities where email = (identity_data ->> 'email')) as identities,
    (select count(*) from auth.users where num_nulls(instance_id, aud, role, confirmation_token, recovery_token,
      email_change_token_new, email_change_token_current, email_change, phone_change, phone_change_token,
      reauthentication_token, created_at, updated_at) > 0) as lacking`;
  expect(await query(counts)).toEqual([42, 3, 0]);
  await project.close();
});
