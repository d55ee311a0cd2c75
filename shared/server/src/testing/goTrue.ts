import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import bcrypt from 'bcrypt';
import { Client } from 'pg';
import { readMigrations } from '../backend/migrations.ts';
import { GOTRUE_TABLES } from './goTrueTables.ts';
import { runAt, type TestPostgres } from './postgres.ts';

/** The roles of a new Supabase project. Its user "postgres" is not a superuser and does not own the tables of accounts. */
const rolesOf = (password: string) => `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'postgres') then
      create role postgres login createdb createrole bypassrls password '${password}';
    end if;
    if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
      create role supabase_auth_admin nologin noinherit createrole;
    end if;
    if not exists (select from pg_roles where rolname = 'anon') then
      create role anon nologin;
      create role authenticated nologin;
      create role service_role nologin bypassrls;
    end if;
  end $$`;
const SCHEMA = `
  create schema auth authorization supabase_auth_admin;
  grant all on schema auth to postgres;
  alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres;
  grant usage on schema public, auth to anon, authenticated, service_role;
  grant create, usage on schema public to postgres;
  do $$ begin execute format('grant all on database %I to postgres', current_database()); end $$;
  set role supabase_auth_admin;
  set search_path = auth;`;
const HISTORY = `
  reset search_path;
  set role postgres;
  create schema supabase_migrations;
  create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);`;

/** GoTrue's own migrations, from a folder that the caller provides: templates with a placeholder for the schema. */
function goTrueMigrations(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.up.sql'));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8'));
  return [
    'create table schema_migrations (version varchar(255) primary key)',
    ...texts.map((text) => text.replaceAll(/\{\{\s*index \.Options "Namespace"\s*\}\}/g, 'auth')),
  ];
}

/**
 * Creates a database like that of a Supabase project: GoTrue's tables (our description, or its own migrations), then the
 * site's migrations as `supabase db push` applies them. Returns its URL for the user "postgres", which is not a superuser.
 */
export async function makeProject(
  { admin, addressOf, run }: TestPostgres,
  { authMigrations, isPushed = true }: { authMigrations?: string | undefined; isPushed?: boolean } = {},
): Promise<string> {
  const name = `project_${randomUUID().replaceAll('-', '')}`;
  await run(`create database ${name}`);
  await run(rolesOf(new URL(admin).password));
  const client = new Client({ connectionString: addressOf(name) });
  await client.connect();
  try {
    await client.query(SCHEMA);
    for (const sql of authMigrations === undefined ? [GOTRUE_TABLES] : goTrueMigrations(authMigrations))
      await client.query(sql);
    await client.query(HISTORY);
    for (const { version, name: title, sql } of isPushed ? readMigrations() : []) {
      await client.query(sql);
      const insert = 'insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)';
      await client.query(insert, [version, title]);
    }
  } finally {
    await client.end();
  }
  return Object.assign(new URL(addressOf(name)), { username: 'postgres' }).href;
}

/** GoTrue's query for an account by its e-mail address. */
const FIND_ACCOUNT = `
  select encrypted_password from auth.users
  where instance_id = '00000000-0000-0000-0000-000000000000' and lower(email) = lower($1) and aud = 'authenticated' and not is_sso_user`;

/** Whether GoTrue would accept a sign-in: it finds the account, and bcrypt compares the password. */
export async function opensAt(address: string, email: string, password: string): Promise<boolean> {
  const [account] = await runAt(address, FIND_ACCOUNT, [email]);
  const hash = account?.['encrypted_password'];
  return typeof hash === 'string' && bcrypt.compare(password, hash);
}

/** Counts the accounts with a null in a column that GoTrue cannot read as null: it would respond with 500. */
export async function unreadableAt(address: string): Promise<number> {
  const [counted] = await runAt(
    address,
    `select count(*)::int as rows from auth.users where num_nulls(instance_id, aud, role, confirmation_token, recovery_token,
       email_change_token_new, email_change_token_current, email_change, phone_change, phone_change_token,
       reauthentication_token, created_at, updated_at) > 0`,
  );
  return Number(counted?.['rows']);
}
