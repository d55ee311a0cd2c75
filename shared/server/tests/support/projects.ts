import { readMigrations } from '../../src/backend/migrations.ts';

// A Supabase project without our server, in the embedded engine.

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
  alter table auth.users enable row level security;
  alter table auth.identities enable row level security;
  create function auth.uid() returns uuid language sql stable as $$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
  $$;
  reset role;`;
