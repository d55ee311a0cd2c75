import { readTables, type Ask, type TableFacts } from '../backup/ask.ts';

/**
 * What of an account moves: all that both auth servers keep, but for the tokens of mails and sign-ins that are on their way, and what
 * hangs on them.
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

/** The tables whose rows move, each after those that it refers to. Without columns: all of them, for they are the site's own. */
export const MOVED: readonly { name: string; columns?: readonly string[] }[] = [
  { name: 'auth.users', columns: USERS },
  { name: 'auth.identities', columns: IDENTITIES },
  { name: 'public.profiles' },
  { name: 'public.tasks' },
  { name: 'private.calendar_feeds' },
];

/** What the triggers of the tables above make, at the other end as well. */
export const MADE_ANEW = ['private.task_counts', 'private.task_words'];

/** What is each end's own. */
const ITS_OWN = /^(supabase_migrations\.|auth\.schema_migrations$)/;

/** A table that moves: what it has at both ends, with the types of the end that it goes to. */
export interface MovedTable extends Pick<TableFacts, 'name' | 'columns'> {
  /** Its rows refer to each other: they have to come all at once. */
  refersToItself?: boolean;
}

/** Finds the site's tables at both ends. Returns also what one of them lacks. */
export function matchTables(from: readonly TableFacts[], to: readonly TableFacts[]) {
  const lacking: string[] = [];
  const tables = MOVED.map(({ name, columns }): MovedTable => {
    const { columns: found, missing } = matchColumns(name, columns, from, to);
    lacking.push(...missing.map((column) => `${name}.${column}`));
    return { name, columns: found };
  });
  return { tables, lacking };
}

/** Takes the columns that both ends must have; without any, all that the source has. Returns those that both have, and the others. */
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

/** The tables with rows that stay where they are, each with their number: 'auth.sessions (2)'. */
export async function readLeft(ask: Ask, moved: readonly MovedTable[]): Promise<string[]> {
  const left: string[] = [];
  for (const { name } of await readTables(ask)) {
    if (moved.some((table) => table.name === name) || MADE_ANEW.includes(name) || ITS_OWN.test(name))
      continue;
    const [rights] = await ask(
      `select has_table_privilege($1::text, 'select') and not row_security_active($1::text) as all`,
      [name],
    );
    if (rights?.['all'] !== true) left.push(`${name} (rows that its user may not see)`);
    else {
      const [counted] = await ask(`select count(*)::int as rows from ${name}`);
      if (counted?.['rows'] !== 0) left.push(`${name} (${String(counted?.['rows'])})`);
    }
  }
  return left;
}
