import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll } from 'vitest';
import { START_PARAMETERS } from '../../src/backend/embedded.ts';
import { readMigrations } from '../../src/backend/migrations.ts';
import { installOnDebian, makeScratch } from '../../src/testing/process.ts';

// Supabase projects without our server: in the embedded engine, with users who run statements; and in a real PostgreSQL.

/** The site's migrations, as `supabase db push` runs them. */
export const PUSHED = readMigrations()
  .map(({ sql }) => sql)
  .join('\n');

/**
 * What a new Supabase project has before the first migration: roles, and GoTrue's tables of accounts with the columns, checks
 * and indexes that decide whether an account is accepted and found (`npm run lab -- hosted` uses the real ones). `owner` is
 * the name of its user "postgres", which is no superuser and does not own those tables.
 */
export const projectOf = (owner: string) => `
  create role ${owner} login createdb createrole bypassrls;
  create role supabase_auth_admin nologin noinherit createrole;
  create role anon nologin; create role authenticated nologin; create role service_role nologin bypassrls;
  create schema auth authorization supabase_auth_admin;
  grant all on schema auth to ${owner};
  alter default privileges for role supabase_auth_admin in schema auth grant all on tables to ${owner};
  grant usage on schema public, auth to anon, authenticated, service_role, supabase_auth_admin;
  grant create, usage on schema public to ${owner};
  do $$ begin execute format('grant all on database %I to ${owner}', current_database()); end $$;
  set role supabase_auth_admin;
  create table auth.schema_migrations (version varchar(255) primary key);
  create table auth.users (
    instance_id uuid, id uuid primary key, aud varchar(255), role varchar(255), email varchar(255),
    encrypted_password varchar(255), email_confirmed_at timestamptz, invited_at timestamptz,
    confirmation_token varchar(255), confirmation_sent_at timestamptz, recovery_token varchar(255),
    recovery_sent_at timestamptz, email_change_token_new varchar(255), email_change varchar(255),
    email_change_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb, raw_user_meta_data jsonb,
    is_super_admin boolean, created_at timestamptz, updated_at timestamptz, phone text unique default null,
    phone_confirmed_at timestamptz, phone_change text default '', phone_change_token varchar(255) default '',
    phone_change_sent_at timestamptz, email_change_token_current varchar(255) default '',
    confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
    email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
    banned_until timestamptz, reauthentication_token varchar(255) default '', reauthentication_sent_at timestamptz,
    is_sso_user boolean not null default false, deleted_at timestamptz, is_anonymous boolean not null default false
  );
  create unique index on auth.users (email) where not is_sso_user;
  create unique index on auth.users (confirmation_token) where confirmation_token !~ '^[0-9 ]*$';
  create unique index on auth.users (recovery_token) where recovery_token !~ '^[0-9 ]*$';
  create table auth.identities (
    provider_id text not null, user_id uuid not null references auth.users (id) on delete cascade,
    identity_data jsonb not null, provider text not null,
    last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz,
    email text generated always as (lower(identity_data ->> 'email')) stored,
    id uuid primary key default gen_random_uuid(), unique (provider_id, provider)
  );
  create table auth.sessions (id uuid primary key, created_at timestamptz, updated_at timestamptz,
    user_id uuid not null references auth.users (id) on delete cascade);
  alter table auth.users enable row level security;
  alter table auth.identities enable row level security;
  alter table auth.sessions enable row level security;
  create function auth.uid() returns uuid language sql stable as $$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
  $$;
  reset role;`;

/** What was granted by default in projects created before 30 May 2026. */
const OPEN = ['tables', 'functions']
  .map((all) => `alter default privileges for role migrator in schema public grant all on ${all}`)
  .map((grant) => `${grant} to anon, authenticated, service_role;`)
  .join('\n');

export const ANNA = '0a000000-0000-4000-8000-000000000001';
export const BERT = '0b000000-0000-4000-8000-000000000002';
export const SECRET = '1a000000-0000-4000-8000-000000000001';
export const OTHER = '1b000000-0000-4000-8000-000000000002';
export const DAY = '2026-11-20';

/** Opens a project of today and an old one for the tests of a file: with our migrations and two users. Anna has a task. */
export function openProjects(): readonly PGlite[] {
  const folder = makeScratch('space-hosted-');
  const projects: PGlite[] = [];
  beforeAll(async () => {
    await (await PGlite.create(join(folder, 'new'))).close(); // which takes seconds
    cpSync(join(folder, 'new'), join(folder, 'old'), { recursive: true });
    for (const name of ['new', 'old']) {
      const database = await PGlite.create({ dataDir: join(folder, name), startParams: START_PARAMETERS });
      const defaults = name === 'old' ? OPEN : '';
      await database.exec(`${projectOf('migrator')} ${defaults} set role migrator; ${PUSHED}; reset role;
        insert into auth.users (id, raw_user_meta_data) values ('${ANNA}', '{"full_name":"Anna Ångström"}'), ('${BERT}', null);
        insert into public.tasks (id, title, task_date, user_id) values ('${SECRET}', 'Secret', '${DAY}', '${ANNA}')`);
      projects.push(database);
    }
  });
  afterAll(async () => {
    for (const database of projects) await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return projects;
}

const USERS: Record<string, [role: string, id?: string]> = {
  ...{ anna: ['authenticated', ANNA], bert: ['authenticated', BERT], nobody: ['authenticated'] },
  ...{ visitor: ['anon'], 'anna signed out': ['anon', ANNA], service: ['service_role'] },
  ...{
    'service for anna': ['service_role', ANNA],
    auth: ['supabase_auth_admin'],
    migrator: ['migrator'],
    root: ['none'],
  },
};
/** A line of a scenario: 'who: statement', and ' → ' with the values of its rows, or with the code or message of a refusal. */
async function answer(database: PGlite, line: string): Promise<string> {
  const [, name = '', sql = '', expected = ''] = /^([\w ]+): (.*?)(?: → (.*))?$/.exec(line) ?? [];
  const [role = `no user ${name}`, sub] = USERS[name] ?? [];
  await database.exec(`savepoint step; set local role ${role}`);
  await database.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ role, sub })]);
  let seen: string;
  try {
    const { rows } = await database.query<Record<string, unknown>>(sql);
    seen = rows.map((row) => Object.values(row).join(' ')).join(', ');
  } catch (error) {
    await database.exec('rollback to step');
    const { code, message } = Object(error) as { code: string; message: string }; // of PostgreSQL
    seen = message === expected ? message : code;
  }
  return `${name}: ${sql}${seen === '' ? '' : ` → ${seen}`}`;
}

/** Does the lines of a scenario in one transaction, which is undone. Returns the lines as they went. */
export async function answers(database: PGlite, lines: readonly string[]): Promise<string[]> {
  const seen = [];
  await database.exec('rollback; begin');
  for (const line of lines) seen.push(await answer(database, line));
  await database.exec('rollback');
  return seen;
}

/** The folder of the programs of a PostgreSQL, if there is one. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(debian, version, 'bin'));
  const all = [process.env['POSTGRES_PATH'] ?? '', ...folders, '/opt/homebrew/opt/postgresql/bin'];
  return all.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')));
}

/** Starts a PostgreSQL in a new folder, and installs one on Debian if there is none. Its superuser is "owner". */
export async function startPostgres() {
  const isThere = 'ls /usr/lib/postgresql/*/bin/initdb';
  const env = { PG_CREATECLUSTER: 'no' }; // the package's own server is not started
  if (findPrograms() === undefined)
    installOnDebian({ name: 'PostgreSQL', isThere, packages: ['postgresql'], env });
  const programs = findPrograms();
  if (programs === undefined)
    throw new Error('"npm run data -- sql" is tested with PostgreSQL. Install it, or set POSTGRES_PATH.');
  const folder = mkdtempSync(join(tmpdir(), 'space-postgres-'));
  // It refuses to run as root. Debian's package creates an account for it.
  const idOf = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const options = { cwd: folder, ...account };
  const data = join(folder, 'data');
  const words = ['-D', data, '-U', 'owner', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--auth=trust'];
  execFileSync(join(programs, 'initdb'), words, options);
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off'];
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings], options);
  server.stdout.resume();
  for await (const line of createInterface(server.stderr)) if (line.includes('ready to accept')) break;
  server.stderr.resume();
  return {
    /** Runs `psql` as a user in a database, with further arguments. Returns its output; rejects with its errors. */
    async psql(user: string, database: string, ...args: string[]): Promise<string> {
      const all = ['-X', '-q', '-At', '-h', folder, '-U', user, '-d', database, ...args];
      const { stdout } = await promisify(execFile)(join(programs, 'psql'), all);
      return stdout.trim();
    },
    async stop() {
      server.kill('SIGINT');
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
