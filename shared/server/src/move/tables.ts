import { readTables, type Query, type TableFacts } from '../backup/readTables.ts';

/**
 * The columns of an account that move: all that both auth servers have, except the tokens of pending mails and sign-ins
 * and the columns that belong to them.
 */
const USERS = [
  ...['id', 'aud', 'role', 'email', 'encrypted_password', 'email_confirmed_at', 'invited_at', 'phone'],
  ...['phone_confirmed_at', 'last_sign_in_at', 'raw_app_meta_data', 'raw_user_meta_data', 'banned_until'],
  ...['is_sso_user', 'is_anonymous', 'deleted_at', 'created_at', 'updated_at'],
];
const IDENTITIES = [
  ...['id', 'provider', 'provider_id', 'user_id', 'identity_data'],
  ...['last_sign_in_at', 'created_at', 'updated_at'],
];

/** The tables whose rows move, each after those that it references. Without `columns`, all of them move. */
export const MOVED_TABLES: readonly { name: string; columns?: readonly string[] }[] = [
  { name: 'auth.users', columns: USERS },
  { name: 'auth.identities', columns: IDENTITIES },
  { name: 'public.profiles' },
  { name: 'public.tasks' },
  { name: 'private.calendar_feeds' },
];

/** The tables that triggers of the tables above fill, also at the target. */
export const TRIGGER_TABLES = ['private.task_counts', 'private.task_words'];

/** Tables that belong to each database itself and do not move. */
const NOT_MOVED = /^(supabase_migrations\.|auth\.schema_migrations$)/;

/** A table that moves: the columns that both ends have, with the types of the target. */
export interface MovedTable extends Pick<TableFacts, 'name' | 'columns'> {
  /** Its rows reference each other, so they have to be inserted in one statement. */
  refersToItself?: boolean;
}

/** Finds the site's tables at both ends. Returns also the columns that one of the ends lacks. */
export function matchTables(from: readonly TableFacts[], to: readonly TableFacts[]) {
  const lacking: string[] = [];
  const tables = MOVED_TABLES.map(({ name, columns }): MovedTable => {
    const { columns: found, missing } = matchColumns(name, columns, from, to);
    lacking.push(...missing.map((column) => `${name}.${column}`));
    return { name, columns: found };
  });
  return { tables, lacking };
}

/** Splits the wanted columns (default: all of the source) into those that both ends have, and those that are missing. */
export function matchColumns(
  name: string,
  columns: readonly string[] | undefined,
  from: readonly TableFacts[],
  to: readonly TableFacts[],
) {
  const source = from.find((table) => table.name === name)?.columns ?? [];
  const target = to.find((table) => table.name === name)?.columns ?? [];
  const wanted = columns ?? source.map((column) => column.name);
  const isAtSource = (column: string) => source.some((one) => one.name === column);
  const found = wanted.flatMap((column) => target.filter((one) => one.name === column && isAtSource(column)));
  return { columns: found, missing: wanted.filter((column) => !found.some((one) => one.name === column)) };
}

/** Lists the tables with rows that are not moved, each with the number of rows: 'auth.sessions (2)'. */
export async function readUnmoved(query: Query, moved: readonly MovedTable[]): Promise<string[]> {
  const unmoved: string[] = [];
  for (const { name } of await readTables(query)) {
    if (moved.some((table) => table.name === name) || TRIGGER_TABLES.includes(name) || NOT_MOVED.test(name))
      continue;
    const [rights] = await query(
      `select has_table_privilege($1::text, 'select') and not row_security_active($1::text) as all`,
      [name],
    );
    if (rights?.['all'] !== true) unmoved.push(`${name} (rows that its user may not see)`);
    else {
      const [counted] = await query(`select count(*)::int as rows from ${name}`);
      if (counted?.['rows'] !== 0) unmoved.push(`${name} (${String(counted?.['rows'])})`);
    }
  }
  return unmoved;
}
