import { backendError, isBackendError, type BackendError } from './errors.ts';

// Statuses without a usable response: from gateways and proxies between the browser and the backend.
const NETWORK_STATUSES = new Set([0, 408, 502, 503, 504, 511, ...range(520, 530)]);

// Codes for a session that the server does not accept. `invalid_credentials` and `otp_expired` do not mean a lost session.
const SESSION_CODES = new Set(
  `
  bad_jwt invalid_jwt no_authorization no_session session_not_found session_expired
  refresh_token_not_found refresh_token_already_used user_not_found PGRST301 PGRST302 PGRST303
  `
    .trim()
    .split(/\s+/),
);

const SESSION_NAMES = new Set([
  'AuthSessionMissingError',
  'AuthInvalidJwtError',
  'AuthRefreshDiscardedError',
]);
// The last three mean a response that was not JSON, or JSON from another server.
const NETWORK_NAMES = new Set(
  'TypeError TimeoutError AbortError NetworkError SyntaxError AuthUnknownError AuthInvalidTokenResponseError'.split(
    ' ',
  ),
);

/** A response of PostgREST, as postgrest-js returns it. */
export interface RestAnswer {
  data: unknown;
  error: { message: string; code?: string } | null;
  status: number;
  count?: number | null;
}

/**
 * Converts a failed response of `/rest/v1` or `/auth/v1` into a BackendError. The status is 0 for a fetch that failed; an
 * error with a success status means that the body is not JSON.
 */
export function responseFailure(error: { message: string; code?: string }, status: number): BackendError {
  const details = { code: error.code, status };
  if (NETWORK_STATUSES.has(status)) return backendError('network', error.message, details);
  if (status === 401 || isSessionCode(error.code)) return backendError('auth', error.message, details);
  if (status < 400) return backendError('network', 'The answer of the server cannot be read', details);
  return backendError('rejected', error.message, details);
}

/** Converts an error that auth-js or fetch returned or threw into a BackendError. */
export function authFailure(error: unknown): BackendError {
  if (isBackendError(error)) return error;
  const { name, message, code, status } = fieldsOf(error);
  const details = { code, status, cause: error };
  // auth-js also calls a 500 retryable; we do not, because its message is worth showing.
  const isUnreachable =
    name === 'AuthRetryableFetchError'
      ? status !== 500 && status !== 501
      : NETWORK_NAMES.has(name) || NETWORK_STATUSES.has(status ?? -1);
  if (isUnreachable) return backendError('network', message, details);
  if (SESSION_NAMES.has(name) || isSessionCode(code)) return backendError('auth', message, details);
  return backendError('rejected', message, details);
}

/** Returns whether an error's code means that the server does not accept the session. */
export function isSessionCode(code: string | undefined): boolean {
  return SESSION_CODES.has(code ?? '');
}

/**
 * Calls a method of auth-js. These methods return most errors and throw some.
 * @returns the data of the result
 * @throws BackendError for a returned error and for a thrown one
 */
export async function callAuth<Result extends { data: unknown; error: unknown }>(
  call: () => Promise<Result>,
): Promise<Result['data']> {
  let result: Result;
  try {
    result = await call();
  } catch (error) {
    throw authFailure(error);
  }
  if (result.error) throw authFailure(result.error);
  return result.data;
}

/** The fields of an error that was thrown, or of the JSON of an error response in either format of the auth server. */
export function fieldsOf(error: unknown) {
  const fields: { [name in 'name' | 'message' | 'msg' | 'code' | 'error_code' | 'status']?: unknown } =
    typeof error === 'object' && error !== null ? error : { message: String(error) };
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    name: text(fields.name) ?? '',
    message: text(fields.message) ?? text(fields.msg) ?? '',
    code: text(fields.error_code) ?? text(fields.code),
    status: typeof fields.status === 'number' ? fields.status : undefined,
  };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

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
  if (error) throw responseFailure(error, status);
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
  if (error) throw responseFailure(error, status);
  if (typeof data !== 'object' || data === null) throw unreadable(status);
  if (!columns.every((column) => column in data)) throw unreadable(status);
  return data;
}

/**
 * Validates a row with its schema: the only place where rows are checked.
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
 * row would be a success: row-level security returns no row and no error.
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
