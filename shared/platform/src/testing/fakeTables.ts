import {
  backendError,
  type Comparison,
  type Table,
  type TableQuery,
  type TableRepository,
} from '@space/supabase';
import type { createFakeCalls } from './fakeCalls.ts';

type Rows = Record<string, unknown>;

/** Compares two numbers or two texts like PostgreSQL. */
const compare = (one: unknown, other: unknown): number =>
  one === other ? 0 : String(one).localeCompare(String(other), 'en', { numeric: typeof one === 'number' });

const OPERATORS: Record<keyof Comparison<unknown>, (order: number) => boolean> = {
  eq: (order) => order === 0,
  neq: (order) => order !== 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

function matches(value: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return compare(value, expected) === 0;
  return Object.entries(OPERATORS).every(
    ([name, isMatch]) => !(name in expected) || isMatch(compare(value, Reflect.get(expected, name))),
  );
}

/** Returns the rows that match a query, like a database. */
function runQuery(
  rows: readonly Rows[],
  { where = {}, order = [], limit = 1000, offset = 0 }: TableQuery<Rows>,
) {
  const found = rows.filter((row) =>
    Object.entries(where).every(([name, expected]) => matches(row[name], expected)),
  );
  const columns = order.map((column) => ({
    name: column.replace(/^-/, ''),
    sign: column.startsWith('-') ? -1 : 1,
  }));
  const sorted = found.toSorted((one, other) =>
    columns.reduce((result, { name, sign }) => result || sign * compare(one[name], other[name]), 0),
  );
  return sorted.slice(offset, offset + limit);
}

/** Creates tables in memory: a table exists as soon as it is used. */
export function createFakeTables({ ask }: Pick<ReturnType<typeof createFakeCalls>, 'ask'>) {
  let tables = new Map<string, Rows[]>();
  const rowsOf = (name: string) => tables.get(name) ?? [];
  const rowOf = (name: string, id: string) => {
    const found = rowsOf(name).find((row) => row['id'] === id);
    if (!found) throw backendError('rejected', 'Expected one row, got 0', { code: 'no_row' });
    return found;
  };
  const of = (remote: string): TableRepository => ({
    open: (ownName, schema) => {
      const name = `${remote.replaceAll('-', '_')}_${ownName}`;
      const read = (row: unknown) => {
        const result = schema.safeParse(row);
        if (result.success) return result.data;
        throw backendError('rejected', 'The server sent a row that cannot be read', {
          code: 'unreadable_row',
        });
      };
      type Row = ReturnType<typeof read>;
      const table: Table<Row> = {
        // A query for typed rows is also valid for rows with unknown columns.
        list: (query = {}) =>
          ask('listRows', [name, query], () => runQuery(rowsOf(name), query as TableQuery<Rows>).map(read)),
        insert: (row) =>
          ask('insertRow', [name, row], () => {
            const made = { id: crypto.randomUUID(), created_at: new Date().toISOString(), ...row };
            tables.set(name, [...rowsOf(name), made]);
            return read(made);
          }),
        update: (id, change) =>
          ask('updateRow', [name, id, change], () => {
            const changed = { ...rowOf(name, id), ...change };
            tables.set(
              name,
              rowsOf(name).map((row) => (row['id'] === id ? changed : row)),
            );
            return read(changed);
          }),
        remove: (id) =>
          ask('removeRow', [name, id], () => {
            const gone = rowOf(name, id);
            tables.set(
              name,
              rowsOf(name).filter((row) => row !== gone),
            );
          }),
      };
      return table;
    },
    everything: () => ask('everyRow', [], () => Object.fromEntries(tables)),
  });
  return {
    /** Takes a remote's name; returns its tables. */
    of,
    /** Adds rows to a table; takes the full table name. */
    plant(name: string, ...rows: readonly Rows[]): void {
      tables.set(name, [...rowsOf(name), ...rows]);
    },
    reset(): void {
      tables = new Map();
    },
  };
}
