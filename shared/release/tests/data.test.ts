import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClient } from '@space/server/testing';
import {
  copyTemplate,
  makeScratch,
  startServerProcess,
  type ServerProcess,
} from '@space/server/testing/process';
import { readPointer } from '@space/store';
import { ROOT } from '../src/places.ts';
import { runCommand } from './commandLine.ts';
import { writeRemoteSource, writeShellSource } from './smallRelease.ts';

// Tables of a remote, from its source to the rows of two users: releases on the real server in a separate process.

const TOKEN_MAIN = join(ROOT, 'shared/server/src/releases/tokenMain.ts');
const run = promisify(execFile);

let folder: string;
let server: ServerProcess;
let ada: Person;
let ben: Person;

const FIRST = '20261125130000_entries.sql';
const SECOND = '20261125140000_starred.sql';
const ADDS_COLUMN = `alter table public.notes_entries add column starred boolean not null default false;
grant insert (starred), update (starred) on public.notes_entries to authenticated;`;

const place = (...names: string[]) => join(folder, ...names);

type Person = Awaited<ReturnType<typeof signUp>>;

const start = () => startServerProcess({ dataDir: place('data'), siteDir: place('store') });

const newClient = () => createTestClient(server.origin, server.publishableKey);

async function signUp(name: string) {
  const client = newClient();
  const { data } = await client.auth.signUp({ email: `${name}@example.com`, password: 'Passw0rd!' });
  return { client, id: data.user?.id ?? '' };
}

/** Writes a built source with these migrations; returns its folder. */
async function sourceOf(
  content: string,
  migrations: Record<string, string>,
  name = 'notes',
): Promise<string> {
  const source = await writeRemoteSource(place('sources', content), name, content);
  await mkdir(join(source, 'supabase', 'migrations'), { recursive: true });
  for (const [file, sql] of Object.entries(migrations))
    await writeFile(join(source, 'supabase', 'migrations', file), sql);
  return source;
}

const releaseFrom = (source: string, ...args: string[]) =>
  runCommand('release', 'notes', '--from', source, '--built', '--store', place('store'), ...args);

const liveOf = async () => (await readPointer(place('store'), 'notes')).live?.version;
const rowsOf = async ({ client }: Person, columns = 'text') =>
  (await client.from('notes_entries').select(columns).order('created_at')).data;
const add = async ({ client }: Person, text: string) => {
  const { data, error } = await client.from('notes_entries').insert({ text }).select('id').single();
  if (error) throw new Error(error.message);
  return String(data.id);
};

let first: Record<string, string>;

beforeAll(async () => {
  folder = makeScratch('space-data-');
  first = { [FIRST]: await readFile(join(ROOT, 'docs/examples/notes-entries.sql'), 'utf8') };
  await writeShellSource(place('shell'), 'one');
  const shell = ['release', 'shell', '--from', place('shell'), '--built', '--store', place('store')];
  expect(await runCommand(...shell)).toMatchObject({ code: 0 });
  await copyTemplate(place('data'));
  server = await start();
  [ada, ben] = [await signUp('ada'), await signUp('ben')];
});
afterAll(async () => {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
});

test('a release creates its table, and its record lists the migration with its hash', async () => {
  expect(await ada.client.from('notes_entries').select('*')).toMatchObject({ status: 404 });
  const result = await releaseFrom(await sourceOf('one', first));
  expect(result).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Its tables were created: ${FIRST}.`) as string,
  });
  const record = await readFile(
    place('store', 'remotes', 'notes', (await liveOf()) ?? '', 'release.json'),
    'utf8',
  );
  expect(JSON.parse(record)).toMatchObject({
    migrations: [`migrations/${FIRST}`],
    files: { [`migrations/${FIRST}`]: { integrity: expect.stringMatching(/^sha256-/) as string } },
  });
  await add(ada, 'Buy seeds');
  expect(await rowsOf(ada)).toEqual([{ text: 'Buy seeds' }]);
});

test('a user cannot read, change or delete the rows of another user, and visitors get nothing', async () => {
  const id = await add(ben, 'Mine alone');
  expect(await rowsOf(ben)).toEqual([{ text: 'Mine alone' }]);
  const rows = ada.client.from('notes_entries');
  expect(await rows.select('*').eq('id', id)).toMatchObject({ data: [] });
  expect(await rows.update({ text: 'Hers' }).eq('id', id).select()).toMatchObject({ data: [] });
  expect(await rows.delete().eq('id', id).select()).toMatchObject({ data: [] });
  expect(await rows.insert({ text: 'For Ben', user_id: ben.id })).toMatchObject({ status: 403 });
  expect(await rowsOf(ben)).toEqual([{ text: 'Mine alone' }]);
  expect(await newClient().from('notes_entries').select('*')).toMatchObject({ status: 401, data: null });
  expect(await newClient().from('notes_entries').insert({ text: 'No one' })).toMatchObject({ status: 401 });
});

test('rejects other tables, columns and operators, and bodies that are invalid or too large', async () => {
  const { client } = ada;
  const entries = client.from('notes_entries');
  for (const name of ['notes_others', 'notes_entries_pkey', 'schema_migrations', 'pg_class'])
    expect(await client.from(name).select('*')).toMatchObject({ status: 404 });
  expect(await entries.select('id,profiles(*)')).toMatchObject({ status: 400 });
  expect(await entries.select('*').like('text', '%a%')).toMatchObject({ status: 400 });
  expect(await entries.select('*').order('email')).toMatchObject({ status: 400 });
  expect(await entries.update({ text: 'All' }).neq('text', '')).toMatchObject({ status: 400 });
  expect(await entries.delete().neq('text', '')).toMatchObject({ status: 400 });
  expect(await entries.insert([{ text: 'One' }, { text: 'Two' }])).toMatchObject({ status: 400 });
  expect(await entries.insert({ text: 'One', colour: 'red' })).toMatchObject({ status: 400 });
  expect(await entries.insert({ text: 'x'.repeat(70_000) })).toMatchObject({ status: 413 });
  expect(await client.rpc('limit_rows')).toMatchObject({ status: 404 });
});

test('refuses a release with a changed, missing, backdated or failing migration, and changes nothing', async () => {
  const before = await liveOf();
  const refused = (line: string) => ({ code: 1, stderr: expect.stringContaining(line) as string });
  const changed = await sourceOf('changed', { [FIRST]: `${first[FIRST] ?? ''}-- later` });
  expect(await releaseFrom(changed)).toMatchObject(
    refused(
      `data: differs from the file released with ${before ?? ''}: restore it, and write a new migration (remotes/notes/supabase/migrations/${FIRST})`,
    ),
  );
  expect(await releaseFrom(await sourceOf('gone', {}))).toMatchObject(refused('and is missing'));
  const early = await sourceOf('early', { ...first, '20261125125959_early.sql': ADDS_COLUMN });
  expect(await releaseFrom(early)).toMatchObject(refused('is older than released migrations'));
  // The constraint could be added to an empty table, but not to this one.
  const fails = `${ADDS_COLUMN}
alter table public.notes_entries add constraint notes_entries_short check (char_length(text) < 3);`;
  expect(await releaseFrom(await sourceOf('fails', { ...first, [SECOND]: fails }))).toMatchObject(
    refused(`(remotes/notes/supabase/migrations/${SECOND}:3)`),
  );
  expect(await liveOf()).toBe(before);
  expect(await ada.client.from('notes_entries').select('starred')).toMatchObject({ status: 400 });
});

test('a canary applies its migrations once, a preview applies none, and a rollback keeps the tables', async () => {
  const before = await liveOf();
  const second = await sourceOf('two', { ...first, [SECOND]: ADDS_COLUMN });
  const canary = ['canary', 'notes', '10%', '--from', second, '--built', '--store', place('store')];
  expect(
    await runCommand('preview', ...canary.slice(1, 2), '--label', 'pr-1', ...canary.slice(3)),
  ).toMatchObject({
    stdout: expect.stringContaining('not by a preview') as string,
  });
  expect(await ada.client.from('notes_entries').select('starred')).toMatchObject({ status: 400 });
  expect(await runCommand(...canary)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Its tables were created: ${SECOND}.`) as string,
  });
  expect(await rowsOf(ada, 'text,starred')).toEqual([{ text: 'Buy seeds', starred: false }]);
  expect(await runCommand('promote', 'notes', '--store', place('store'))).toMatchObject({ code: 0 });
  expect(await runCommand('rollback', 'notes', '--store', place('store'))).toMatchObject({ code: 0 });
  expect(await liveOf()).toBe(before);
  expect(await rowsOf(ada, 'text,starred')).toEqual([{ text: 'Buy seeds', starred: false }]);
  expect(await releaseFrom(await sourceOf('less', first))).toMatchObject({ code: 1 });
});

test('a release over the network includes its migrations, which the server checks and applies', async () => {
  const env = { ...process.env, DATA_DIR: place('data'), SITE_DIR: place('store') };
  const { stdout } = await run(process.execPath, [TOKEN_MAIN, 'lists'], { env });
  const releaseAt = (source: string) => {
    const args = ['release', 'lists', '--from', source, '--built', '--site', server.origin];
    return runCommand(...args, '--token', stdout.trim());
  };
  const sql = (first[FIRST] ?? '').replaceAll('notes_', 'lists_');
  const file = '20261125131500_entries.sql';
  const open = { [file]: sql.replace('for select to authenticated', 'for select') };
  expect(await releaseAt(await sourceOf('open', open, 'lists'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'data: lists_entries has a policy for select that is not only for authenticated',
    ) as string,
  });
  const taken = { [FIRST]: sql };
  expect(await releaseAt(await sourceOf('taken', taken, 'lists'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has the time of a migration of notes') as string,
  });
  expect(await releaseAt(await sourceOf('lists', { [file]: sql }, 'lists'))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Its tables were created: ${file}.`) as string,
  });
  expect(await ada.client.from('lists_entries').insert({ text: 'Milk' })).toMatchObject({ status: 201 });
});

test('a hosted project is not changed: the release tells which migrations to push first', async () => {
  const store = place('hosted');
  const shell = ['release', 'shell', '--from', place('shell'), '--built', '--store', store];
  expect(await runCommand(...shell)).toMatchObject({ code: 0 });
  const env = {
    SUPABASE_URL: 'https://project.supabase.co',
    SUPABASE_KEY: `sb_publishable_${'x'.repeat(24)}`,
  };
  const hosted = await startServerProcess({ dataDir: place('hosted-data'), siteDir: store, env });
  const source = await sourceOf('hosted-notes', first);
  const result = await runCommand('release', 'notes', '--from', source, '--built', '--store', store);
  await hosted.kill();
  expect(result.code).toBe(0);
  expect(result.stdout).toContain(`Before people open these pages, push ${FIRST} of notes:`);
  expect(result.stdout).toContain('`npm run store -- migrations <folder>`');
});

test('migrations that are released while no server runs are applied at the next start', async () => {
  await server.kill();
  const third = '20261125150000_pinned.sql';
  const source = await sourceOf('three', {
    ...first,
    [SECOND]: ADDS_COLUMN,
    [third]: 'alter table public.notes_entries add column pinned boolean not null default false;',
  });
  expect(await releaseFrom(source)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('its tables are created when one starts') as string,
  });
  server = await start();
  const client = newClient();
  await client.auth.signInWithPassword({ email: 'ada@example.com', password: 'Passw0rd!' });
  ada = { ...ada, client };
  expect(await rowsOf(ada, 'text,pinned')).toEqual([{ text: 'Buy seeds', pinned: false }]);
});

test('`migrations` writes a folder for `supabase db push`', async () => {
  const result = await runCommand('migrations', place('pushed'), '--store', place('store'));
  expect(result).toMatchObject({ code: 0 });
  const files = await readdir(place('pushed', 'supabase', 'migrations'));
  expect(files).toContain('20261120090000_create_profiles_and_tasks.sql');
  expect(files.filter((file) => /_(notes|lists)_/.test(file))).toEqual([
    '20261125130000_notes_entries.sql',
    '20261125131500_lists_entries.sql',
    '20261125140000_notes_starred.sql',
    '20261125150000_notes_pinned.sql',
  ]);
  expect(await readdir(place('pushed', 'supabase'))).toContain('config.toml');
});
