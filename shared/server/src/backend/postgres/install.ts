import type { Client } from 'pg';
import { startError } from '../../startError.ts';
import { parseSecrets, type Secrets } from '../secrets.ts';

/** Of all servers of one database one at a time prepares it: the others wait here. */
const TURN = "select pg_advisory_lock(hashtext('better-space: start'))";

/**
 * What the servers of one database know in common, apart from people's data: no client of the API has a right to it. Counters and
 * who spoke for which device are unlogged: they cost no flush, and begin anew after a crash of the database, as they do in memory.
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
 * They belong to all databases of a PostgreSQL: another install may make them at this moment. Only a superuser may make one that
 * passes row-level security; nothing here uses it.
 */
const makeRole = (role: string) => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${role.split(' ')[0]}') then create role ${role}; end if;
  exception
    when duplicate_object or unique_violation then null;
    when insufficient_privilege then if '${role}' not like '% bypassrls' then raise; end if;
  end $$`;

/**
 * This server acts as each of them for one transaction at a time. A superuser may; from PostgreSQL 16 on another user gives itself
 * the roles that it has made, and is given those of another install.
 */
const ACT_AS = `
  do $$ begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant anon, authenticated, service_role to %I', current_user);
    end if;
  exception when insufficient_privilege then null;
  end $$`;
const TRY_TO_ACT = 'set role anon; set role authenticated; reset role';

/** The first relation that neither PostgreSQL nor an extension has made. */
const OTHERS = `
  select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and c.relkind in ('r', 'v', 'm', 'p', 'f')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1 limit 1`;

/** Waits for the turn of this server; returns when it may prepare the database. The end of the connection gives the turn back. */
export async function takeTurn(client: Client): Promise<void> {
  await client.query(TURN);
}

/** Makes what servers have in common in an empty database. Throws a StartError for one that holds something else. */
export async function makeInstall(client: Client): Promise<void> {
  const { rows: own } = await client.query("select from pg_namespace where nspname = 'better_space'");
  if (own.length === 0) {
    const { rows } = await client.query<{ name: string }>(OTHERS);
    const [other] = rows;
    if (other)
      throw startError(
        `The database of DATABASE_URL holds something else already (${other.name}). Give this server an empty one of its own. A project of Supabase is used with SUPABASE_URL and SUPABASE_KEY.`,
      );
  }
  try {
    for (const role of ROLES) await client.query(makeRole(role));
    await client.query(ACT_AS);
    await client.query(TRY_TO_ACT);
    await client.query(TABLES);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw startError(
      `The database of DATABASE_URL cannot be prepared: ${reason}. Its user must own the database and may make roles (alter role … createrole); where another install has made them: grant anon, authenticated, service_role to … .`,
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

/** The secrets of all servers of this database; null: the first one is to make them. */
export async function readSecrets(client: Client): Promise<Secrets | null> {
  const stored = await readInstall(client, 'secrets');
  return stored === null ? null : parseSecrets(stored, 'the table better_space.install');
}

/** Keeps secrets for all servers. */
export async function keepSecrets(client: Client, secrets: Secrets): Promise<void> {
  await client.query("insert into better_space.install (name, value) values ('secrets', $1)", [
    JSON.stringify(secrets),
  ]);
}

/** Whether a version of the library has made its tables here. What it does again at each start would hold up the other servers. */
export async function isMadeBy(client: Client, library: string): Promise<boolean> {
  return (await readInstall(client, 'library')) === library;
}

export async function wasMadeBy(client: Client, library: string): Promise<void> {
  await client.query(
    "insert into better_space.install (name, value) values ('library', $1) on conflict (name) do update set value = $1",
    [library],
  );
}
