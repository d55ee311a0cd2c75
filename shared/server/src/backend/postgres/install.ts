import type { Client } from 'pg';
import { startError } from '../../startError.ts';
import { parseSecrets, type Secrets } from '../secrets.ts';

/** Only one server at a time may prepare a database: the others wait for this lock. */
const START_LOCK = "select pg_advisory_lock(hashtext('better-space: start'))";

/**
 * State that the servers of one database share, besides user data: no client of the API has a right to it. The tables
 * `limits` and `vouchers` are unlogged: they cost no flush, and are empty after a crash of the database.
 */
const TABLES = `
  create schema if not exists better_space;
  revoke all on schema better_space from public;
  create table if not exists better_space.install (name text primary key, value text not null);
  create table if not exists better_space.known_addresses (name text primary key, seen_at timestamptz not null default now());
  create table if not exists better_space.release_tokens (id text primary key, token jsonb not null);
  create table if not exists better_space.events (
    id bigint generated always as identity primary key, at timestamptz not null default clock_timestamp(), event jsonb not null
  );
  create unlogged table if not exists better_space.limits (
    key varchar(255) primary key, points integer not null default 0, expire bigint
  );
  create index if not exists limits_expire on better_space.limits (expire);
  create unlogged table if not exists better_space.vouchers (
    key text, device double precision, until timestamptz not null, primary key (key, device)
  );
  create or replace function better_space.may_vouch(who text, what double precision, most integer, long interval)
    returns boolean language plpgsql set search_path = '' as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('better-space: ' || who, 0));
    delete from better_space.vouchers where key = who and until < now();
    insert into better_space.vouchers (key, device, until) select who, what, now() + long
      where (select count(*) from better_space.vouchers where key = who) < most on conflict do nothing;
    return exists (select from better_space.vouchers where key = who and device = what);
  end $$;
  create or replace function better_space.forget_vouchers() returns void language sql set search_path = '' as
    'delete from better_space.vouchers where until < now()';
  create index if not exists known_addresses_seen_at on better_space.known_addresses (seen_at);
  revoke all on all functions in schema better_space from public;`;

const ROLES = [
  'anon nologin',
  'authenticated nologin',
  'service_role nologin bypassrls',
  'service_role nologin',
];

/**
 * SQL that creates a role. Roles are shared by all databases of a PostgreSQL server, so another installation may be
 * creating it too. Only a superuser may create one that bypasses row-level security; this server does not need that.
 */
const makeRole = (role: string) => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${role.split(' ')[0]}') then create role ${role}; end if;
  exception
    when duplicate_object or unique_violation then null;
    when insufficient_privilege then if '${role}' not like '% bypassrls' then raise; end if;
  end $$`;

/**
 * This server switches to one of these roles for each transaction. A superuser may always; from PostgreSQL 16 on, another
 * user must grant itself the roles that it created, and be granted those that another installation created.
 */
const GRANT_ROLES = `
  do $$ begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant anon, authenticated, service_role to %I', current_user);
    end if;
  exception when insufficient_privilege then null;
  end $$`;
const TRY_ROLES = 'set role anon; set role authenticated; reset role';

/** Finds the first relation that was created neither by PostgreSQL nor by an extension. */
const FOREIGN_RELATION = `
  select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and c.relkind in ('r', 'v', 'm', 'p', 'f')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1 limit 1`;

/** Waits for the lock that lets this server prepare the database. The lock is released when the connection ends. */
export async function lockStart(client: Client): Promise<void> {
  await client.query(START_LOCK);
}

/** Creates the roles and shared tables in an empty database. Throws a StartError if the database holds something else. */
export async function makeInstall(client: Client): Promise<void> {
  const { rows: own } = await client.query("select from pg_namespace where nspname = 'better_space'");
  if (own.length === 0) {
    const { rows } = await client.query<{ name: string }>(FOREIGN_RELATION);
    const [other] = rows;
    if (other)
      throw startError(
        `The database of DATABASE_URL already contains something else (${other.name}). Give this server an empty database of its own. For a Supabase project set SUPABASE_URL and SUPABASE_KEY.`,
      );
  }
  try {
    for (const role of ROLES) await client.query(makeRole(role));
    await client.query(GRANT_ROLES);
    await client.query(TRY_ROLES);
    await client.query(TABLES);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw startError(
      `The database of DATABASE_URL cannot be prepared: ${reason}. Its user must own the database and be allowed to create roles (alter role … createrole); if another install has created them: grant anon, authenticated, service_role to … .`,
      error,
    );
  }
}

async function readInstall(client: Client, name: string): Promise<string | null> {
  const { rows } = await client.query<{ value: string }>(
    'select value from better_space.install where name = $1',
    [name],
  );
  return rows[0]?.value ?? null;
}

/** Reads the secrets that all servers of this database share. Returns null if no server has created them yet. */
export async function readSecrets(client: Client): Promise<Secrets | null> {
  const stored = await readInstall(client, 'secrets');
  return stored === null ? null : parseSecrets(stored, 'the table better_space.install');
}

/** Stores the secrets for all servers. */
export async function saveSecrets(client: Client, secrets: Secrets): Promise<void> {
  await client.query("insert into better_space.install (name, value) values ('secrets', $1)", [
    JSON.stringify(secrets),
  ]);
}

/** Whether this version of the library has created its tables. Repeating it at each start would block other servers. */
export async function hasTablesOf(client: Client, library: string): Promise<boolean> {
  return (await readInstall(client, 'library')) === library;
}

export async function recordLibrary(client: Client, library: string): Promise<void> {
  await client.query(
    "insert into better_space.install (name, value) values ('library', $1) on conflict (name) do update set value = $1",
    [library],
  );
}
