import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startError } from '../startError.ts';
import { supabaseDirectory } from '../paths.ts';
import type { Database } from './embedded.ts';

export interface Migration {
  version: string;
  name: string;
  sql: string;
}

/** Reads the Supabase CLI's migrations (YYYYMMDDHHMMSS_name.sql), oldest first. */
export function readMigrations(directory = join(supabaseDirectory, 'migrations')): Migration[] {
  return readdirSync(directory)
    .sort()
    .flatMap((file) => {
      const match = /^(\d{14})_(\w+)\.sql$/.exec(file);
      if (!match?.[1] || !match[2]) return [];
      return [{ version: match[1], name: match[2], sql: readFileSync(join(directory, file), 'utf8') }];
    });
}

/** Roles and grants that a hosted project has before the first migration; PGlite does not. */
const ROLES = `
  do $$
  begin
    if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin; end if;
    if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
    if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin bypassrls; end if;
  end $$;
  grant usage on schema public to anon, authenticated, service_role;
  grant usage on schema auth to anon, authenticated, service_role;`;

/** PostgreSQL's code of `raise exception`. */
const RAISED = 'P0001';

/** The first of the twelve migrations, of commit bd380de3, that those in `supabase/migrations` replace. */
const OLD = '20261120090000';

/**
 * Applies the migrations that the Supabase CLI's history lacks, each in a transaction. A database of commit bd380de3 first
 * gets the tables of today. Throws a StartError if a migration fails.
 */
export async function applyMigrations(database: Database): Promise<void> {
  await database.change((transaction) => transaction.exec(ROLES));
  const [tables, ...others] = readMigrations();
  if (!tables) return;
  const history = await database.query('select version from supabase_migrations.schema_migrations');
  const applied = new Set(history.map(({ version }) => version));
  if (applied.has(OLD))
    await apply(database, tables, readFileSync(join(import.meta.dirname, 'oldSchema.sql'), 'utf8'));
  else if (!applied.has(tables.version)) await apply(database, tables);
  for (const migration of others) if (!applied.has(migration.version)) await apply(database, migration);
}

/** Runs a migration, or a script with the same result, and records the migration in the history. */
async function apply(database: Database, { version, name, sql }: Migration, script = sql): Promise<void> {
  try {
    await database.change(async (transaction) => {
      await transaction.exec(script);
      await transaction.query(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
        [version, name, [sql]],
      );
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The script refuses in a sentence of its own.
    if (error instanceof Error && 'code' in error && error.code === RAISED)
      throw startError(`${reason}.`, error);
    throw startError(`The migration ${version}_${name}.sql failed and was rolled back: ${reason}.`, error);
  }
}
