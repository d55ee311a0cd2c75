import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startError } from '../startError.ts';
import type { Database } from './embedded.ts';
import { applyIn, recordIn, type Migration } from './migrations.ts';

/** The first and the last of the twelve migrations that those in `supabase/migrations` replace. */
const [FIRST, LAST] = ['20261120090000', '20261128120000'];

/** The tables of remotes: each had this trigger. */
const TABLES_OF_REMOTES = `
  select tgrelid::regclass::text as name from pg_trigger where tgfoid = to_regproc('private.limit_rows') order by 1`;

/**
 * Brings a database of commit bd380de3 to the schema and the history that a new database has, in one transaction; does
 * nothing to any other. Takes the migrations in `supabase/migrations`. Throws a StartError for an older database, and for
 * tables of remotes that hold rows.
 */
export async function upgradeOldSchema(
  { query, change }: Pick<Database, 'query' | 'change'>,
  migrations: readonly Migration[],
): Promise<void> {
  const history = await query('select version from supabase_migrations.schema_migrations');
  const applied = new Set(history.map(({ version }) => version));
  if (!applied.has(FIRST)) return;
  if (!applied.has(LAST))
    throw startError(
      'This data was written by a version before commit bd380de3. Start that commit with it once, then this version.',
    );
  const filled: string[] = [];
  for (const { name } of await query(TABLES_OF_REMOTES))
    if ((await query(`select from ${String(name)} limit 1`)).length > 0) filled.push(String(name));
  if (filled.length > 0)
    throw startError(
      `Tables of remotes no longer exist, and these hold rows: ${filled.join(', ')}. Start commit bd380de3 to save or delete them.`,
    );
  const [tables, ...functions] = migrations;
  await change(async (transaction) => {
    await transaction.exec(readFileSync(join(import.meta.dirname, 'oldSchema.sql'), 'utf8'));
    if (tables) await recordIn(transaction, tables);
    for (const migration of functions) await applyIn(transaction, migration);
  });
}
