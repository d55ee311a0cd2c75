import { backendError, type BackendError } from './errors.ts';
import { restFailure, type RestAnswer } from './failures.ts';

/** The code of a BackendError: a request that must affect one row has affected none. */
export const NO_ROW = 'no_row';

/** The part of a zod schema for rows that this package uses. */
export interface RowSchema<Row> {
  safeParse(value: unknown): { success: true; data: Row } | { success: false; error: unknown };
}

/**
 * Waits for a query of supabase-js.
 * @returns its rows, not yet validated
 * @throws BackendError for every failure
 */
export async function ask(
  query: PromiseLike<RestAnswer>,
): Promise<{ rows: unknown[]; count: number | null }> {
  const { data, error, status, count } = await query;
  if (error) throw restFailure(error, status);
  if (!Array.isArray(data)) throw unreadable(status);
  return { rows: data, count: count ?? null };
}

/**
 * Waits for a query of a single row.
 * @param columns the selected columns: an object without them comes from a portal, not from the backend
 * @returns the row, not yet validated
 * @throws BackendError `rejected`, code `no_row`, when there is none (PostgREST's PGRST116)
 */
export async function askForSingle(
  query: PromiseLike<RestAnswer>,
  columns: readonly string[],
): Promise<object> {
  const { data, error, status } = await query;
  if (error?.code === 'PGRST116') throw backendError('rejected', error.message, { code: NO_ROW, status });
  if (error) throw restFailure(error, status);
  if (typeof data !== 'object' || data === null) throw unreadable(status);
  if (!columns.every((column) => column in data)) throw unreadable(status);
  return data;
}

/**
 * Validates a row with its schema: the only place where rows are checked (conventions).
 * @throws BackendError `rejected`, code `unreadable_row`; a row is never left out silently
 */
export function readRow<Row>(schema: RowSchema<Row>, row: unknown): Row {
  const result = schema.safeParse(row);
  if (result.success) return result.data;
  throw backendError('rejected', 'The server sent a row that cannot be read', {
    code: 'unreadable_row',
    cause: result.error,
  });
}

/**
 * Waits for a query that must affect exactly one row. Without this check, a change to a deleted row or to another user's
 * row would be a success: row-level security returns no row and no error (rule touched-row).
 * @throws BackendError `rejected`, code `no_row`
 */
export async function askForOne<Row>(query: PromiseLike<RestAnswer>, schema: RowSchema<Row>): Promise<Row> {
  const { rows } = await ask(query);
  if (rows.length !== 1)
    throw backendError('rejected', `Expected one row, got ${rows.length}`, { code: NO_ROW });
  return readRow(schema, rows[0]);
}

/** Creates the error for a response that is JSON, but not of the requested shape: from a portal or a gateway. */
export function unreadable(status: number): BackendError {
  return backendError('network', 'The answer of the server cannot be read', { status });
}
