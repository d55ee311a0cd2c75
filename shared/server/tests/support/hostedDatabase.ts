import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll } from 'vitest';
import { START_PARAMETERS } from '../../src/backend/embedded.ts';
import { readMigrations } from '../../src/backend/migrations.ts';
import { copyCluster, makeScratch } from '../../src/testing/process.ts';

/** What a hosted Supabase project has before the first migration, without lite. "migrator" is its "postgres": no superuser. */
const PROJECT = `
  create role migrator nologin;
  create role supabase_auth_admin nologin;
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  create schema auth authorization supabase_auth_admin;
  grant usage on schema public, auth to anon, authenticated, service_role, supabase_auth_admin;
  grant create, usage on schema public to migrator;
  grant usage on schema auth to migrator;
  do $$ begin execute format('grant create on database %I to migrator', current_database()); end $$;
  create table auth.users (id uuid primary key, email text, raw_user_meta_data jsonb, created_at timestamptz);
  alter table auth.users owner to supabase_auth_admin;
  grant select, delete, references, trigger on auth.users to migrator;
  create function auth.uid() returns uuid language sql stable as $$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
  $$;`;

/** The defaults of projects created before 30 May 2026: every new object in `public` is open to every client. */
const OLD_PROJECT = ['tables', 'functions'].map(
  (kind) => `alter default privileges for role migrator in schema public
    grant all on ${kind} to anon, authenticated, service_role;`,
);

export type Role = 'anon' | 'authenticated' | 'service_role' | 'supabase_auth_admin';
type HostedDatabase = Awaited<ReturnType<typeof openHostedDatabase>>;

/** Makes a database like that of a hosted project, with our migrations. `migrate` may change the SQL of each first. */
export async function openHostedDatabase({ isOldProject = false, migrate = (sql: string) => sql } = {}) {
  const folder = makeScratch('space-hosted-');
  const dataDir = join(folder, 'database');
  await copyCluster(dataDir);
  const database = await PGlite.create({ dataDir, startParams: START_PARAMETERS });
  await database.exec(PROJECT);
  if (isOldProject) await database.exec(OLD_PROJECT.join('\n'));
  for (const { sql } of readMigrations())
    await database.exec(`set role migrator; ${migrate(sql)}; reset role`);

  /** Runs one statement in a transaction of its own, as PostgREST does for a role and a user. Returns the rows. */
  const as = (role: Role, userId: string | null, sql: string, parameters: unknown[] = []) =>
    database.transaction(async (transaction) => {
      await transaction.exec(`set local role ${role}`);
      const claims = JSON.stringify(userId === null ? { role } : { role, sub: userId });
      await transaction.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
      return (await transaction.query<Record<string, unknown>>(sql, parameters)).rows;
    });
  return {
    as,
    exec: (sql: string) => database.exec(sql),
    /** Queries as the superuser. Returns the rows. */
    query: async (sql: string, parameters: unknown[] = []) =>
      (await database.query<Record<string, unknown>>(sql, parameters)).rows,
    /** Creates an account, as the auth server does. Returns its id. */
    async createUser(metadata: unknown = {}, id: string = crypto.randomUUID()): Promise<string> {
      const insert = 'insert into auth.users (id, raw_user_meta_data) values ($1, $2::text::jsonb)';
      await as('supabase_auth_admin', null, insert, [id, JSON.stringify(metadata)]);
      return id;
    },
    async close(): Promise<void> {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the rows of a query, or the SQLSTATE with which it is refused. */
export async function rowsOrCode<T>(work: Promise<T>): Promise<T | string> {
  return work.catch((error: unknown) => String(Reflect.get(Object(error), 'code')));
}

export const anna = '0a000000-0000-4000-8000-000000000001';
export const bert = '0b000000-0000-4000-8000-000000000002';
export const annasTask = '1a000000-0000-4000-8000-000000000001';
export const DAY = '2026-11-20';
export const REFUSED = '42501';

/**
 * Opens such a database for the tests of a file or a `describe`, with the users Anna and Bert and a task of Anna's. Returns
 * functions that ask it, and resolve with rows or with the SQLSTATE of a refusal.
 */
export function hostedDatabase({ isOldProject = true } = {}) {
  let database: HostedDatabase;
  beforeAll(async () => {
    database = await openHostedDatabase({ isOldProject });
    await database.createUser({ full_name: 'Anna Ångström' }, anna);
    await database.createUser({}, bert);
    await add(anna, { id: annasTask, title: 'Secret' });
  });
  afterAll(() => database.close());

  const run = (role: Role, user: string | null, sql: string, parameters: unknown[] = []) =>
    rowsOrCode(database.as(role, user, sql, parameters));
  const asUser = (user: string | null, sql: string, ...parameters: unknown[]) =>
    run('authenticated', user, sql, parameters);
  /** Adds a task. Returns its row. */
  const add = (user: string, columns: object = {}) => {
    const row = { id: crypto.randomUUID(), title: 'Plan', task_date: DAY, user_id: user, ...columns };
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    const sql = `insert into public.tasks (${Object.keys(row).join()}) values (${places.join()}) returning *`;
    return asUser(user, sql, ...Object.values(row));
  };
  return {
    run,
    asUser,
    add,
    /** Calls a function. Returns its result. */
    async call(user: string | null, name: string, ...parameters: unknown[]): Promise<unknown> {
      const places = parameters.map((_, index) => `$${index + 1}`).join();
      const rows = await asUser(user, `select to_jsonb(public.${name}(${places})) as result`, ...parameters);
      return typeof rows === 'string' ? rows : rows[0]?.['result'];
    },
    exec: (sql: string) => database.exec(sql),
    query: (sql: string, parameters?: unknown[]) => database.query(sql, parameters),
    createUser: (metadata?: unknown) => database.createUser(metadata),
    /** Rejects with the error of a refusal. */
    demand: (user: string, sql: string) => database.as('authenticated', user, sql),
  };
}
