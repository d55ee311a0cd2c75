import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll } from 'vitest';
import { readMigrations } from '../../src/backend/migrations.ts';

// Supabase projects without our server, in the embedded engine, with users who run statements.

/** The site's migrations, as `supabase db push` runs them. */
export const PUSHED = readMigrations()
  .map(({ sql }) => sql)
  .join('\n');

/**
 * What a new Supabase project has before the first migration: roles, and GoTrue's tables of accounts with the columns, checks
 * and indexes that decide whether an account is accepted and found (`npm run bench -- hosted` uses the real ones). `migrator` is
 * its user "postgres", which is no superuser and does not own those tables.
 */
export const PROJECT = `
  create role migrator login createdb createrole bypassrls;
  create role supabase_auth_admin nologin noinherit createrole;
  create role anon nologin; create role authenticated nologin; create role service_role nologin bypassrls;
  create schema auth authorization supabase_auth_admin;
  grant all on schema auth to migrator;
  alter default privileges for role supabase_auth_admin in schema auth grant all on tables to migrator;
  grant usage on schema public, auth to anon, authenticated, service_role, supabase_auth_admin;
  grant create, usage on schema public to migrator;
  do $$ begin execute format('grant all on database %I to migrator', current_database()); end $$;
  set role supabase_auth_admin;
  create table auth.schema_migrations (version varchar(255) primary key);
  create table auth.users (
    instance_id uuid, id uuid primary key, aud text, role text, email text, encrypted_password text,
    email_confirmed_at timestamptz, invited_at timestamptz, confirmation_token text, recovery_token text,
    email_change_token_new text, email_change text, last_sign_in_at timestamptz, raw_app_meta_data jsonb,
    raw_user_meta_data jsonb, created_at timestamptz, updated_at timestamptz, phone text unique,
    phone_confirmed_at timestamptz, phone_change text, phone_change_token text, email_change_token_current text,
    confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
    banned_until timestamptz, reauthentication_token text, is_sso_user boolean not null default false,
    deleted_at timestamptz, is_anonymous boolean not null default false
  );
  create unique index on auth.users (email) where not is_sso_user;
  create unique index on auth.users (confirmation_token) where confirmation_token !~ '^[0-9 ]*$';
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
const OPEN = `alter default privileges for role migrator in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role migrator in schema public grant all on functions to anon, authenticated, service_role;`;

export const ANNA = '0a000000-0000-4000-8000-000000000001';
export const BERT = '0b000000-0000-4000-8000-000000000002';
export const SECRET = '1a000000-0000-4000-8000-000000000001';
export const OTHER = '1b000000-0000-4000-8000-000000000002';
export const DAY = '2026-11-20';

/** Opens a project of today and an old one for the tests of a file: with our migrations and two users. Anna has a task. */
export function openProjects(): readonly PGlite[] {
  const projects: PGlite[] = [];
  beforeAll(async () => {
    const blank = await PGlite.create(); // which takes seconds
    projects.push(blank, (await blank.clone()) as PGlite); // of the same class
    for (const [index, database] of projects.entries())
      await database.exec(`${PROJECT} ${index === 0 ? '' : OPEN} set role migrator; ${PUSHED}; reset role;
        insert into auth.users (id, raw_user_meta_data) values ('${ANNA}', '{"full_name":"Anna Ångström"}'), ('${BERT}', null);
        insert into public.tasks (id, title, task_date, user_id) values ('${SECRET}', 'Secret', '${DAY}', '${ANNA}')`);
  });
  afterAll(() => Promise.all(projects.map((database) => database.close())));
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
