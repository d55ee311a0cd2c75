import { readMigrations } from '../../src/backend/migrations.ts';

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
