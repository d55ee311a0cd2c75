import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { checkBackup, type Summary } from '../src/backup/checkBackup.ts';
import { dataCommand } from '../src/backup/dataCommand.ts';
import type { Secrets } from '../src/backend/secrets.ts';
import { MADE_ANEW, MOVED } from '../src/move/tables.ts';
import { repositoryRoot } from '../src/paths.ts';
import { runAt } from '../src/testing/databaseOf.ts';
import { makeProject, opensAt, unreadableAt } from '../src/testing/goTrue.ts';
import { copyTemplate } from '../src/testing/template.ts';
import { createTestClient, startTestServer } from '../src/testing.ts';
import { folderForEach } from './support/folder.ts';
import { postgresForFile } from './support/postgresForFile.ts';
import { NOTHING_OPEN, whatOpens } from './support/whatOpens.ts';

// A backup leads from the embedded database to a PostgreSQL, and back; `move` to a Supabase project, and back.

const KEPT = join(import.meta.dirname, 'fixtures/pglite-0.4.5-lite-0.10.0.backup.gz');
/** What the remote 'notes' brings, and a table whose rows refer to each other. */
const OF_NOTES = readFileSync(join(repositoryRoot, 'docs/examples/notes-entries.sql'), 'utf8');
const OF_THREADS = `
  create table public.notes_threads (
    id uuid primary key,
    user_id uuid not null references auth.users (id) on delete cascade,
    parent uuid references public.notes_threads (id) on delete cascade
  );
  create trigger limits before insert on public.notes_threads for each row execute function private.limit_rows('user_id')`;
const ANNA = { email: 'anna@example.com', password: 'Passw0rd!' };

const { postgres, emptyDatabase } = postgresForFile({ hasTemplate: false });
const at = folderForEach();
let said: string[] = [];
beforeEach(() => {
  said = [];
});
const runIn = (dataDir: string, databaseUrl: string | undefined, ...words: string[]) =>
  dataCommand(words, { dataDir, databaseUrl, log: (line) => void said.push(line) });
const run = (databaseUrl: string | undefined, ...words: string[]) => runIn(at('data'), databaseUrl, ...words);

/** The lines of counts and sums, of the move that was just made. */
const sumsSaid = () => said.splice(0).filter((line) => / rows {2}[0-9a-f]{16}$/.test(line));

/** All rows of people, and what they are hashed to; not what a sign-in writes, nor the list of migrations, which grows. */
const sumsOf = ({ tables }: Summary) =>
  tables
    .filter(({ table }) => !/^auth\.(audit|sessions|refresh|users|flow)|\.schema_migrations$/.test(table))
    .map(({ table, rows, sha256 }) => `${table} ${rows} ${sha256}`);

test('everyone has in a PostgreSQL, then in a project, what they had, and has it again on the way back', async () => {
  const databaseUrl = await emptyDatabase();
  await run(databaseUrl, 'restore', KEPT);
  const server = await startTestServer({ dataDir: at('node'), databaseUrl, confirmEmail: true });
  const client = createTestClient(server.origin, server.publishableKey);
  expect((await client.auth.signInWithPassword(ANNA)).error).toBeNull();
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
  expect(after.header.migrations).toEqual(expect.arrayContaining(before.header.migrations));

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
  expect((await again.auth.signInWithPassword(ANNA)).error).toBeNull();
  expect((await again.from('tasks').select('id').throwOnError()).data).toHaveLength(20);
  await embedded.close();

  const project = await makeProject(postgres());
  await runAt(project, OF_NOTES);
  await run(undefined, 'move', '--to', project, '--now');
  expect(said.at(-1)).toBe('Moved, and every row compared.');
  const went = sumsSaid();
  expect(await runAt(project, 'select text from notes_entries order by text')).toEqual([
    { text: 'A note of anna' },
    { text: 'A note of ben' },
  ]);
  expect(await opensAt(project, ANNA.email, ANNA.password)).toBe(true);
  expect(await opensAt(project, ANNA.email, 'another')).toBe(false);
  mkdirSync(at('new'));
  await copyTemplate(at('new'));
  await runIn(at('new'), undefined, 'move', '--from', project, '--now');
  // No release has brought the tables of notes there yet.
  expect(said).toContain('Not moved: public.notes_entries (2).');
  expect(sumsSaid()).toEqual(went.filter((line) => !line.startsWith('public.notes')));
  const house = await startTestServer({ dataDir: at('new'), confirmEmail: true });
  const atHome = createTestClient(house.origin, house.publishableKey);
  expect((await atHome.auth.signInWithPassword(ANNA)).error).toBeNull();
  expect((await atHome.from('tasks').select('id').throwOnError()).data).toEqual(tasks);
  await expect(runIn(at('new'), undefined, 'move', '--to', project, '--now')).rejects.toThrow(
    /is in use by process/,
  );
  await house.close();
}, 180_000); // three databases, on a machine that may be busy

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

/** A PostgreSQL of this server, with three people: one has not confirmed the address, and one comes by Google. */
async function openHouse(): Promise<string> {
  const databaseUrl = await emptyDatabase();
  await run(databaseUrl, 'restore', KEPT);
  // The backup is of a version that had fewer migrations.
  await startTestServer({ dataDir: at('house'), databaseUrl }).then((server) => server.close());
  await runAt(
    databaseUrl,
    `update auth.users set encrypted_password = null, raw_app_meta_data = '{"provider":"google","providers":["google"]}'
       where email = 'ben@example.com';
     update auth.identities set provider = 'google', provider_id = '1029', identity_data = identity_data || '{"sub":"1029"}'
       where user_id = (select id from auth.users where email = 'ben@example.com')`,
  );
  return databaseUrl;
}

const peopleAt = (address: string) =>
  runAt(
    address,
    `select u.email, u.encrypted_password as hash, u.email_confirmed_at is null as waits, i.provider, i.provider_id,
       (select count(*) from public.tasks where user_id = u.id)::int as tasks
     from auth.users u join auth.identities i on i.user_id = u.id order by 1`,
  );

test('a move is rehearsed, made once, and seen to be made; then nothing is mixed', async () => {
  const [house, project] = [await openHouse(), await makeProject(postgres())];
  for (const address of [house, project]) await runAt(address, OF_THREADS);
  await runAt(
    house,
    `insert into notes_threads (id, user_id, parent) select ('00000000-0000-4000-8000-000000000' || place)::uuid,
       (select id from auth.users limit 1), '00000000-0000-4000-8000-000000000999' from generate_series(100, 999) as place`,
  );
  const before = await peopleAt(house);
  await run(house, 'move', '--to', project);
  expect(said.at(-1)).toMatch(/^A rehearsal: .* taken back\. With --now it stays\.$/);
  expect(said.find((line) => line.startsWith('Not moved'))).toBe(
    'Not moved: auth.audit_log_entries (5), auth.refresh_tokens (2), auth.sessions (2), public.notes_entries (2).',
  );
  expect(await peopleAt(project)).toEqual([]);

  await run(house, 'move', '--to', project, '--now');
  expect(await peopleAt(project)).toEqual(before);
  expect(await peopleAt(house)).toEqual(before);
  expect(await unreadableAt(project)).toBe(0);
  expect(await runAt(project, 'select count(*)::int as rows from notes_threads')).toEqual([{ rows: 900 }]);
  expect(before.map(({ waits, provider }) => [waits, provider])).toEqual([
    [false, 'email'],
    [false, 'google'],
    [true, 'email'],
  ]);
  const state = 'select id, xmin::text, ctid::text from auth.users order by id';
  const rows = await runAt(project, state);
  await run(house, 'move', '--to', project, '--now');
  expect(said.at(-1)).toMatch(/^The very same rows are in .* already\. Nothing was changed\.$/);
  expect(await runAt(project, state)).toEqual(rows);

  await runAt(house, 'delete from auth.users');
  await run(house, 'move', '--from', project, '--now');
  expect(await peopleAt(house)).toEqual(before);

  await runAt(project, `update public.profiles set display_name = 'Anna B'`);
  await expect(run(house, 'move', '--to', project, '--now')).rejects.toThrow(
    /not the very same: public\.profiles \(3 rows there, 3 to be moved\) differ\. Nothing is mixed/,
  );
});

test('what is in the way is said, without a password, and nothing is half moved', async () => {
  const house = await openHouse();
  const refusalOf = async (...words: string[]) => {
    const error: unknown = await run(house, 'move', ...words).catch((reason: unknown) => reason);
    const sentence = error instanceof Error ? error.message : 'it moved';
    expect(sentence).not.toContain(new URL(house).password);
    return sentence;
  };
  const bare = await makeProject(postgres(), { isPushed: false });
  expect(await refusalOf('--to', bare)).toMatch(
    /lacks \d+ of the site's migrations, .* Run "supabase db push"/,
  );
  expect(await refusalOf('--to', house)).toMatch(
    /a database of this server itself\. "npm run data -- backup"/,
  );
  expect(await refusalOf('--to', await emptyDatabase())).toMatch(/has no table auth\.users/);
  expect(await refusalOf('--to', 'mysql://a:b@c/d')).toMatch(/^--to must be the address of a database/);
  const far = Object.assign(new URL(bare), { hostname: 'db.example' }).href;
  expect(await refusalOf('--to', far)).toMatch(/leads to another machine, and says nothing of TLS/);
  const locked = Object.assign(new URL(bare), { password: 'guess' }).href;
  expect(await refusalOf('--to', locked)).toMatch(/the user or the password in --to is wrong/);
  expect(await refusalOf('--from', bare, '--to', bare)).toMatch(/^It is written:/);

  const project = await makeProject(postgres());
  expect(await refusalOf('--from', project)).toMatch(/^There is no account in project_/);
  await runAt(house, `update auth.users set role = 'service_role' where email = 'anna@example.com'`);
  expect(await refusalOf('--to', project)).toMatch(
    /^space_.*: accounts with another "aud" or "role" than "authenticated": 1\./,
  );
  await runAt(house, `update auth.users set role = 'authenticated'`);
  await runAt(
    Object.assign(new URL(project), { username: 'owner' }).href,
    `create function public.refuse() returns trigger language plpgsql as $$ begin
       if new.title = 'Plan 19 of anna' then raise exception 'not this one'; end if;
       return new;
     end $$;
     create trigger refuse before insert on public.tasks for each row execute function public.refuse()`,
  );
  expect(await refusalOf('--to', project, '--now')).toMatch(/^project_.* refused: not this one\.$/);
  expect(await peopleAt(project)).toEqual([]);

  const server = await startTestServer({ dataDir: at('node'), databaseUrl: house });
  expect(await refusalOf('--to', project, '--now')).toMatch(
    /^A server works on space_.* Stop all of them first/,
  );
  await server.close();
});

test('every table of the site moves, is made anew, or is left on purpose', async () => {
  const project = await makeProject(postgres());
  const all = await runAt(
    project,
    `select c.oid::regclass::text as name from pg_class c where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private')`,
  );
  // What was deleted in the last ten minutes can be brought back only where it was.
  const known = [...MOVED.map(({ name }) => name), ...MADE_ANEW, 'private.deleted_tasks'];
  const short = known.map((name) => name.replace(/^public\./, ''));
  expect(all.filter(({ name }) => !short.includes(String(name)))).toEqual([]);
});
