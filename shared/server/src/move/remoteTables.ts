import type { Query, TableFacts } from '../backup/readTables.ts';
import { matchColumns, type MovedTable } from './tables.ts';

/** Finds the tables of remotes: each has the trigger that limits its rows (decision 041). */
const REMOTE_TABLES = `
  select distinct tgrelid::regclass::text as name from pg_trigger
  where tgfoid = (select oid from pg_proc where proname = 'limit_rows' and pronamespace::regnamespace::text = 'private')
  order by name`;
const REFERENCES = `
  select conrelid::regclass::text as name, confrelid::regclass::text as target from pg_constraint where contype = 'f'`;

/** Finds the tables of remotes that have the same columns at both ends, each after the tables that it references. */
export async function matchRemoteTables(
  query: Query,
  from: readonly TableFacts[],
  to: readonly TableFacts[],
): Promise<MovedTable[]> {
  const references = await query(REFERENCES);
  const refersTo = (name: string) =>
    references.filter((one) => one['name'] === name).map(({ target }) => String(target));
  const all = new Map(
    (await query(REMOTE_TABLES)).flatMap(({ name }) => {
      const table = String(name);
      const { columns, missing } = matchColumns(table, undefined, from, to);
      return missing.length > 0
        ? []
        : [[table, { name: table, columns, refersToItself: refersTo(table).includes(table) }]];
    }),
  );
  const sorted = new Map<string, MovedTable>();
  const seen = new Set<string>();
  function place(name: string): void {
    const table = all.get(name);
    if (table === undefined || seen.has(name)) return;
    seen.add(name);
    for (const other of refersTo(name)) place(other);
    sorted.set(name, table);
  }
  for (const name of all.keys()) place(name);
  return [...sorted.values()];
}
