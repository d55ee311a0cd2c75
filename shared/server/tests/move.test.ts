import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { checkBackup, type Summary } from '../src/backup/checkBackup.ts';
import { dataCommand } from '../src/backup/dataCommand.ts';
import type { Secrets } from '../src/backend/secrets.ts';
import { TRIGGER_TABLES, MOVED_TABLES } from '../src/move/tables.ts';
import { repositoryRoot } from '../src/paths.ts';
import { runAt } from '../src/testing/databaseOf.ts';
import { makeProject, opensAt, unreadableAt } from '../src/testing/goTrue.ts';
import { copyTemplate } from '../src/testing/template.ts';
import { createTestClient, startTestServer } from '../src/testing.ts';
import { folderForEach } from './support/folder.ts';
import { postgresForFile } from './support/postgresForFile.ts';
import { ALL_INVALID, credentialStatuses } from './support/credentialStatuses.ts';

// A backup moves a site from the embedded database to PostgreSQL and back, `move` to a Supabase project and back.

const BACKUP = join(import.meta.dirname, 'fixtures/pglite-0.4.5-lite-0.10.0.backup.gz');
/** The migration of the remote 'notes', and a table whose rows reference each other. */
const NOTES_TABLE = readFileSync(join(repositoryRoot, 'docs/examples/notes-entries.sql'), 'utf8');
const THREADS_TABLE = `
  create table public.notes_threads (
    id uuid primary key,
    user_id uuid not null references auth.users (id) on delete cascade,
    parent uuid references public.notes_threads (id) on delete cascade
  );
  create trigger limits before insert on public.notes_threads for each row execute function private.limit_rows('user_id')`;
const ANNA = { email: 'anna@example.com', password: 'Passw0rd!' };

const { postgres, emptyDatabase } = postgresForFile({ hasTemplate: false });
const at = folderForEach();
let output: string[] = [];
beforeEach(() => {
  output = [];
});
const runIn = (dataDir: string, databaseUrl: string | undefined, ...args: string[]) =>
  dataCommand(args, { dataDir, databaseUrl, log: (line) => void output.push(line) });
const run = (databaseUrl: string | undefined, ...args: string[]) => runIn(at('data'), databaseUrl, ...args);

/** Takes the lines with row counts and hashes out of the output of the last move. */
const takeHashLines = () => output.splice(0).filter((line) => / rows {2}[0-9a-f]{16}$/.test(line));

/** The row count and hash of each table, without those that a sign-in changes and the list of migrations, which grows. */
const hashesOf = ({ tables }: Summary) =>
  tables
    .filter(({ table }) => !/^auth\.(audit|sessions|refresh|users|flow)|\.schema_migrations$/.test(table))
    .map(({ table, rows, sha256 }) => `${table} ${rows} ${sha256}`);

test('users keep their data when a site moves to PostgreSQL and back, and to a hosted project and back', async () => {
  const databaseUrl = await emptyDatabase();
  await run(databaseUrl, 'restore', BACKUP);
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
  const [before, after] = [await checkBackup(BACKUP), await checkBackup(at('back.backup.gz'))];
  expect(hashesOf(after)).toEqual(hashesOf(before));
  expect(after.files[0]).toEqual(before.files[0]);
  expect(after.header.migrations).toEqual(expect.arrayContaining(before.header.migrations));

  // With --sign-out no token of a browser and no link in a mail is valid any more.
  await run(undefined, 'restore', at('back.backup.gz'), '--sign-out');
  const embedded = await startTestServer({ dataDir: at('data'), confirmEmail: true });
  expect(await credentialStatuses(embedded, client, link)).toEqual(ALL_INVALID);
  const secretsIn = (text = '') => JSON.parse(text) as Secrets; // our own file
  const oldSecrets = secretsIn(before.files[0]?.text);
  const newSecrets = secretsIn(readFileSync(at('data/secrets.json'), 'utf8'));
  expect(newSecrets.publishableKey).toBe(oldSecrets.publishableKey);
  expect([newSecrets.jwtSecret, newSecrets.secretKey]).not.toContain(oldSecrets.jwtSecret);
  expect(existsSync(at('data/known-addresses'))).toBe(false);
  const embeddedClient = createTestClient(embedded.origin, embedded.publishableKey);
  expect((await embeddedClient.auth.signInWithPassword(ANNA)).error).toBeNull();
  expect((await embeddedClient.from('tasks').select('id').throwOnError()).data).toHaveLength(20);
  await embedded.close();

  const project = await makeProject(postgres());
  await runAt(project, NOTES_TABLE);
  await run(undefined, 'move', '--to', project, '--now');
  expect(output.at(-1)).toBe('Moved, and every row compared.');
  const movedHashes = takeHashLines();
  expect(await runAt(project, 'select text from notes_entries order by text')).toEqual([
    { text: 'A note of anna' },
    { text: 'A note of ben' },
  ]);
  expect(await opensAt(project, ANNA.email, ANNA.password)).toBe(true);
  expect(await opensAt(project, ANNA.email, 'another')).toBe(false);
  mkdirSync(at('new'));
  await copyTemplate(at('new'));
  await runIn(at('new'), undefined, 'move', '--from', project, '--now');
  // No release has created the tables of notes there yet.
  expect(output).toContain('Not moved: public.notes_entries (2).');
  expect(takeHashLines()).toEqual(movedHashes.filter((line) => !line.startsWith('public.notes')));
  const target = await startTestServer({ dataDir: at('new'), confirmEmail: true });
  const targetClient = createTestClient(target.origin, target.publishableKey);
  expect((await targetClient.auth.signInWithPassword(ANNA)).error).toBeNull();
  expect((await targetClient.from('tasks').select('id').throwOnError()).data).toEqual(tasks);
  await expect(runIn(at('new'), undefined, 'move', '--to', project, '--now')).rejects.toThrow(
    /is in use by process/,
  );
  await target.close();
}, 180_000); // three databases, on a machine that may be busy

const SIGNED_IN = `select count(*)::int as sessions, (select count(*)::int from auth.refresh_tokens) as refreshes,
  (select count(*)::int from auth.users where confirmation_token is not null) as links from auth.sessions`;

test('a restore with --sign-out, and a start without secrets, end all sessions and mail links', async () => {
  const databaseUrl = await emptyDatabase();
  await run(databaseUrl, 'restore', BACKUP);
  const [before] = await runAt(databaseUrl, SIGNED_IN);
  expect(before).toMatchObject({ sessions: 2, links: 1 });
  await runAt(databaseUrl, `delete from better_space.install where name = 'secrets'`);
  await startTestServer({ dataDir: at('node'), databaseUrl }).then((server) => server.close());
  expect(await runAt(databaseUrl, SIGNED_IN)).toEqual([{ sessions: 0, refreshes: 0, links: 0 }]);

  const other = await emptyDatabase();
  await run(other, 'restore', BACKUP, '--sign-out');
  expect(await runAt(other, SIGNED_IN)).toEqual([{ sessions: 0, refreshes: 0, links: 0 }]);
  const secrets = `select value::json ->> 'jwtSecret' as secret from better_space.install where name = 'secrets'`;
  const { files } = await checkBackup(BACKUP);
  expect(files[0]?.text).not.toContain((await runAt(other, secrets))[0]?.['secret']);
});

test('refuses to restore over an existing site, or without the necessary rights', async () => {
  const databaseUrl = await emptyDatabase();
  await run(databaseUrl, 'restore', BACKUP);
  await expect(run(databaseUrl, 'restore', BACKUP)).rejects.toThrow(/There is already a site in space_/);

  const { password } = new URL(postgres().admin);
  await runAt(postgres().admin, `create role clerk login createrole password '${password}'`);
  const clerkDatabase = await emptyDatabase('owner clerk');
  const asClerk = Object.assign(new URL(clerkDatabase), { username: 'clerk' }).href;
  await expect(run(asClerk, 'restore', BACKUP)).rejects.toThrow(/which only a superuser may do/);
});

/** Creates a database of our server with three users: one has not confirmed the address, one signs in with Google. */
async function createSource(): Promise<string> {
  const databaseUrl = await emptyDatabase();
  await run(databaseUrl, 'restore', BACKUP);
  // Applies the migrations that are newer than the backup.
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

const usersAt = (address: string) =>
  runAt(
    address,
    `select u.email, u.encrypted_password as hash, u.email_confirmed_at is null as waits, i.provider, i.provider_id,
       (select count(*) from public.tasks where user_id = u.id)::int as tasks
     from auth.users u join auth.identities i on i.user_id = u.id order by 1`,
  );

test('a move is rehearsed, made once, recognized when repeated, and refused if the data differs', async () => {
  const [source, project] = [await createSource(), await makeProject(postgres())];
  for (const address of [source, project]) await runAt(address, THREADS_TABLE);
  await runAt(
    source,
    `insert into notes_threads (id, user_id, parent) select ('00000000-0000-4000-8000-000000000' || place)::uuid,
       (select id from auth.users limit 1), '00000000-0000-4000-8000-000000000999' from generate_series(100, 999) as place`,
  );
  const before = await usersAt(source);
  await run(source, 'move', '--to', project);
  expect(output.at(-1)).toMatch(/^A rehearsal: .* rolled back\. With --now the rows stay\.$/);
  expect(output.find((line) => line.startsWith('Not moved'))).toBe(
    'Not moved: auth.audit_log_entries (5), auth.refresh_tokens (2), auth.sessions (2), public.notes_entries (2).',
  );
  expect(await usersAt(project)).toEqual([]);

  await run(source, 'move', '--to', project, '--now');
  expect(await usersAt(project)).toEqual(before);
  expect(await usersAt(source)).toEqual(before);
  expect(await unreadableAt(project)).toBe(0);
  expect(await runAt(project, 'select count(*)::int as rows from notes_threads')).toEqual([{ rows: 900 }]);
  expect(before.map(({ waits, provider }) => [waits, provider])).toEqual([
    [false, 'email'],
    [false, 'google'],
    [true, 'email'],
  ]);
  const state = 'select id, xmin::text, ctid::text from auth.users order by id';
  const rows = await runAt(project, state);
  await run(source, 'move', '--to', project, '--now');
  expect(output.at(-1)).toMatch(/ already has exactly these rows\. Nothing was changed\.$/);
  expect(await runAt(project, state)).toEqual(rows);

  await runAt(source, 'delete from auth.users');
  await run(source, 'move', '--from', project, '--now');
  expect(await usersAt(source)).toEqual(before);

  await runAt(project, `update public.profiles set display_name = 'Anna B'`);
  await expect(run(source, 'move', '--to', project, '--now')).rejects.toThrow(
    /already other accounts in .*: public\.profiles \(3 rows there, 3 to be moved\) differ\. Data is never mixed/,
  );
});

test('a move that cannot be made says why, without a password, and leaves nothing half moved', async () => {
  const source = await createSource();
  const refusalOf = async (...args: string[]) => {
    const error: unknown = await run(source, 'move', ...args).catch((reason: unknown) => reason);
    const sentence = error instanceof Error ? error.message : 'it moved';
    expect(sentence).not.toContain(new URL(source).password);
    return sentence;
  };
  const unmigrated = await makeProject(postgres(), { isPushed: false });
  expect(await refusalOf('--to', unmigrated)).toMatch(
    /lacks \d+ of the site's migrations, .* Run "supabase db push"/,
  );
  expect(await refusalOf('--to', source)).toMatch(
    /a database of this server itself\. "npm run data -- backup"/,
  );
  expect(await refusalOf('--to', await emptyDatabase())).toMatch(/has no table auth\.users/);
  expect(await refusalOf('--to', 'mysql://a:b@c/d')).toMatch(/^--to must be the address of a database/);
  const otherMachine = Object.assign(new URL(unmigrated), { hostname: 'db.example' }).href;
  expect(await refusalOf('--to', otherMachine)).toMatch(
    /leads to another machine, and does not say whether to use TLS/,
  );
  const wrongPassword = Object.assign(new URL(unmigrated), { password: 'guess' }).href;
  expect(await refusalOf('--to', wrongPassword)).toMatch(/the user or the password in --to is wrong/);
  expect(await refusalOf('--from', unmigrated, '--to', unmigrated)).toMatch(/^Usage:/);

  const project = await makeProject(postgres());
  expect(await refusalOf('--from', project)).toMatch(/^There is no account in project_/);
  await runAt(source, `update auth.users set role = 'service_role' where email = 'anna@example.com'`);
  expect(await refusalOf('--to', project)).toMatch(
    /^space_.*: accounts with another "aud" or "role" than "authenticated": 1\./,
  );
  await runAt(source, `update auth.users set role = 'authenticated'`);
  await runAt(
    Object.assign(new URL(project), { username: 'owner' }).href,
    `create function public.refuse() returns trigger language plpgsql as $$ begin
       if new.title = 'Plan 19 of anna' then raise exception 'not this one'; end if;
       return new;
     end $$;
     create trigger refuse before insert on public.tasks for each row execute function public.refuse()`,
  );
  expect(await refusalOf('--to', project, '--now')).toMatch(/^project_.* refused: not this one\.$/);
  expect(await usersAt(project)).toEqual([]);

  const server = await startTestServer({ dataDir: at('node'), databaseUrl: source });
  expect(await refusalOf('--to', project, '--now')).toMatch(
    /^A server is using space_.* Stop all servers first/,
  );
  await server.close();
});

test('every table of the site is moved, filled by triggers, or left out on purpose', async () => {
  const project = await makeProject(postgres());
  const all = await runAt(
    project,
    `select c.oid::regclass::text as name from pg_class c where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private')`,
  );
  // Tasks that were deleted in the last ten minutes can be restored only in the old database.
  const known = [...MOVED_TABLES.map(({ name }) => name), ...TRIGGER_TABLES, 'private.deleted_tasks'];
  const unqualified = known.map((name) => name.replace(/^public\./, ''));
  expect(all.filter(({ name }) => !unqualified.includes(String(name)))).toEqual([]);
});
