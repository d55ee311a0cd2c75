import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { errorMessage } from '@space/store';
import { startError } from '../startError.ts';

export const supabaseDirectory = fileURLToPath(new URL('../../../../supabase/', import.meta.url));

interface Migration {
  version: string;
  name: string;
  sql: string;
}

/** Reads the Supabase CLI's migrations (YYYYMMDDHHMMSS_name.sql), oldest first. */
export function readMigrations(directory = join(supabaseDirectory, 'migrations')): Migration[] {
  return readdirSync(directory)
    .sort()
    .flatMap((file) => {
      const [, version, name] = /^(\d{14})_(\w+)\.sql$/.exec(file) ?? [];
      return version && name ? [{ version, name, sql: readFileSync(join(directory, file), 'utf8') }] : [];
    });
}

/** Roles and grants that a hosted project has before the first migration; PGlite does not. */
const ROLES = `
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  grant usage on schema public, auth to anon, authenticated, service_role;`;

const RAISED = 'P0001';

/** The first migration of commit bd380de3, whose twelve became those in `supabase/migrations`. */
const OLD = '20261120090000';

/** Applies the migrations that the history lacks, each in a transaction. Throws a StartError if one fails. */
export async function applyMigrations(engine: PGlite): Promise<void> {
  const history = await engine.query<Migration>('select version from supabase_migrations.schema_migrations');
  const applied = new Set(history.rows.map(({ version }) => version));
  for (const [index, { version, name, sql }] of readMigrations().entries()) {
    if (applied.has(version)) continue;
    const oldSchema = () => readFileSync(join(import.meta.dirname, 'oldSchema.sql'), 'utf8');
    const script = index > 0 ? sql : applied.has(OLD) ? oldSchema() : `${ROLES}${sql}`;
    try {
      await engine.transaction(async (transaction) => {
        await transaction.exec(script);
        await transaction.query(
          'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
          [version, name, [sql]],
        );
      });
    } catch (error) {
      const isRefused = error instanceof Error && 'code' in error && error.code === RAISED;
      const reason = errorMessage(error);
      const what = isRefused ? '' : `The migration ${version}_${name}.sql failed and was rolled back: `;
      throw startError(`${what}${reason}.`, error);
    }
  }
}
