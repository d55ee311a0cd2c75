import type { PostgrestClient } from '@supabase/postgrest-js';
import { restFailure, type RestAnswer } from './failures.ts';
import { ask, askForOne, readRow, unreadable, type RowSchema } from './restAnswers.ts';
import type { Comparison, Table, TableQuery, TableRepository } from './tableTypes.ts';

/** The number of rows that a server returns at most. */
const MAX_ROWS = 1000;

const OPERATORS: readonly string[] = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
] satisfies (keyof Comparison<unknown>)[];

const isComparison = (value: unknown): value is Comparison<unknown> =>
  typeof value === 'object' && value !== null && Object.keys(value).some((name) => OPERATORS.includes(name));

/** Returns the conditions of a query as triples of column, operator and value. */
function conditionsOf(where: object): [column: string, operator: string, value: unknown][] {
  return Object.entries(where).flatMap(([column, expected]: [string, unknown]) => {
    const comparison = isComparison(expected) ? expected : { eq: expected };
    return Object.entries(comparison)
      .filter(([, value]) => value !== undefined)
      .map(([operator, value]): [string, string, unknown] =>
        // In SQL a comparison with null is never true, hence `is`.
        value === null ? [column, operator === 'neq' ? 'not.is' : 'is', null] : [column, operator, value],
      );
  });
}

/** Converts a row to the type that the client takes, which has no column names. */
const toRecord = (row: object): Record<string, unknown> => ({ ...row });

/** Creates the repository of a remote's tables. See TableRepository for what each method promises. */
export function createTableRepository(client: PostgrestClient, remote: string): TableRepository {
  function open<Row extends object>(ownName: string, schema: RowSchema<Row>): Table<Row> {
    const name = `${remote.replaceAll('-', '_')}_${ownName}`;
    return {
      async list({ where = {}, order = [], limit = MAX_ROWS, offset = 0 }: TableQuery<Row> = {}) {
        let query = client.from(name).select('*');
        for (const condition of conditionsOf(where)) query = query.filter(...condition);
        for (const column of order) {
          const isDescending = column.startsWith('-');
          query = query.order(isDescending ? column.slice(1) : column, { ascending: !isDescending });
        }
        const { rows } = await ask(query.range(offset, offset + limit - 1));
        return rows.map((row) => readRow(schema, row));
      },
      insert: (row) => askForOne(client.from(name).insert(toRecord(row)).select(), schema),
      update: (id, change) =>
        askForOne(client.from(name).update(toRecord(change)).eq('id', id).select(), schema),
      async remove(id) {
        const anySchema: RowSchema<unknown> = { safeParse: (data) => ({ success: true, data }) };
        await askForOne(client.from(name).delete().eq('id', id).select(), anySchema);
      },
    };
  }

  /** Returns each row once, even if rows are added or deleted meanwhile: it pages by id. */
  async function listAllRows(name: string): Promise<unknown[]> {
    const found: unknown[] = [];
    for (let last: string | null = null; ;) {
      const page = client.from(name).select('*').order('id').limit(MAX_ROWS);
      const { rows } = await ask(last === null ? page : page.gt('id', last));
      if (rows.length === 0) return found;
      found.push(...rows);
      last = idOf(rows.at(-1));
    }
  }

  return {
    open,
    async everything() {
      const { data, error, status }: RestAnswer = await client.rpc('own_tables');
      if (error) throw restFailure(error, status);
      if (!Array.isArray(data) || !data.every((name) => typeof name === 'string')) throw unreadable(status);
      const tables: Record<string, unknown[]> = {};
      for (const name of data) tables[name] = await listAllRows(name);
      return tables;
    },
  };
}

/** Returns the id of a row: every table of a remote has an `id` column. */
function idOf(row: unknown): string {
  if (typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string') return row.id;
  throw unreadable(200);
}
