import { readMigrations } from '../../src/backend/migrations.ts';
import { createPlainDatabase } from './plainDatabase.ts';

/** PostgreSQL as a hosted Supabase project sets it up before the first migration, without lite. */
const HOSTED = `
  do $$ begin -- roles are common to all databases of a PostgreSQL; "migrator" is "postgres" there, which is no superuser
    perform pg_advisory_xact_lock(1);
    if not exists (select from pg_roles where rolname = 'migrator') then
      create role migrator nologin;
      create role supabase_auth_admin nologin;
    end if;
    if not exists (select from pg_roles where rolname = 'anon') then
      create role anon nologin;
      create role authenticated nologin;
      create role service_role nologin bypassrls;
    end if;
  end $$;
  create schema auth authorization supabase_auth_admin;
  grant usage on schema public, auth to anon, authenticated, service_role, supabase_auth_admin;
  grant create, usage on schema public to migrator;
  grant usage on schema auth to migrator;
  do $$ begin execute format('grant create on database %I to migrator', current_database()); end $$;

  create table auth.users (
    id uuid primary key,
    email text,
    raw_user_meta_data jsonb,
    created_at timestamptz
  );
  alter table auth.users owner to supabase_auth_admin;
  grant select, delete, references, trigger on auth.users to migrator;

  create function auth.uid() returns uuid language sql stable as $$
    select coalesce(
      nullif(current_setting('request.jwt.claim.sub', true), ''),
      nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
    )::uuid
  $$;`;

/** The defaults of projects created before 30 May 2026: every new object in `public` is open to every client. */
const OLD_PROJECT = `
  alter default privileges for role migrator in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role migrator in schema public
    grant all on functions to anon, authenticated, service_role;`;

export type Role = 'anon' | 'authenticated' | 'service_role' | 'supabase_auth_admin';

export type PlainPostgres = Awaited<ReturnType<typeof createPlainPostgres>>;

/** Creates such a database and applies our migrations. `migrate` may change the SQL of each migration first. */
export async function createPlainPostgres(
  options: { isOldProject?: boolean; migrate?: (sql: string) => string } = {},
) {
  const { isOldProject = false, migrate = (sql) => sql } = options;
  const database = await createPlainDatabase();
  await database.exec(HOSTED);
  if (isOldProject) await database.exec(OLD_PROJECT);
  for (const { sql } of readMigrations()) {
    await database.exec('set role migrator');
    await database.exec(migrate(sql));
    await database.exec('reset role');
  }
  /** Runs one statement in a transaction of its own, as PostgREST would for that role and user. */
  const as = (role: Role, userId: string | null, sql: string, parameters: unknown[] = []) =>
    database.transaction(async (transaction) => {
      await transaction.exec(`set local role ${role}`);
      const claims = JSON.stringify(userId === null ? { role } : { role, sub: userId });
      await transaction.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
      const { rows, affectedRows = 0 } = await transaction.query<Record<string, unknown>>(sql, parameters);
      return { rows, affected: affectedRows };
    });
  return {
    database,
    as,
    async createUser(id: string, metadata: unknown = {}) {
      const insert = 'insert into auth.users (id, raw_user_meta_data) values ($1, $2::text::jsonb)';
      await as('supabase_auth_admin', null, insert, [id, JSON.stringify(metadata)]);
    },
    close: () => database.close(),
  };
}

/** Returns the SQLSTATE with which a promise is rejected, or 'no error' if it is not. */
export async function sqlState(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
  return 'no error';
}
