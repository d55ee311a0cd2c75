import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startError } from '../startError.ts';
import { supabaseDirectory } from '../paths.ts';
import type { Database, Transaction } from './embedded.ts';

export interface Migration {
  version: string;
  name: string;
  sql: string;
}

/** The name of a migration's file. */
const fileOf = ({ version, name }: Migration) => `${version}_${name}.sql`;

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

/**
 * Applies the migrations that the Supabase CLI's history lacks, each in a transaction. Throws a StartError if a migration
 * fails.
 */
export async function applyMigrations(database: Database, migrations: readonly Migration[]): Promise<void> {
  await database.change((transaction) => transaction.exec(ROLES));
  const history = await database.query('select version from supabase_migrations.schema_migrations');
  const applied = new Set(history.map((row) => row['version']));
  for (const migration of migrations.filter(({ version }) => !applied.has(version)))
    await applyMigration(database, migration);
}

async function applyMigration(database: Database, migration: Migration): Promise<void> {
  try {
    await database.change((transaction) => applyIn(transaction, migration));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw startError(`The migration ${fileOf(migration)} failed and was rolled back: ${reason}.`, error);
  }
}

/** Applies a migration and records it. */
export async function applyIn(transaction: Transaction, migration: Migration): Promise<void> {
  await transaction.exec(migration.sql);
  await recordIn(transaction, migration);
}

/** Records in the Supabase CLI's history that a migration is applied. */
export async function recordIn(transaction: Transaction, { version, name, sql }: Migration): Promise<void> {
  await transaction.query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    [version, name, [sql]],
  );
}
