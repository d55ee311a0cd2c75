import { backendError, isBackendError, type BackendError } from './errors.ts';

// Codes for a session that the server does not accept. `invalid_credentials` and `otp_expired` do not mean a lost session.
const SESSION_CODES =
  /^(bad_jwt|invalid_jwt|no_authorization|no_session|session_not_found|session_expired|user_not_found|PGRST30[123])$/;

// The last three mean a response that was not JSON, or JSON from another server.
const NETWORK_NAMES =
  /^(TypeError|TimeoutError|AbortError|NetworkError|SyntaxError|AuthUnknownError|AuthInvalidTokenResponseError)$/;

/** The code of a BackendError: a request that must affect one row has affected none. */
export const NO_ROW = 'no_row';

/** A response of PostgREST, as postgrest-js returns it. */
export interface RestAnswer {
  data: unknown;
  error: { message: string; code?: string | undefined } | null;
  status: number;
  count?: number | null;
}

/**
 * Converts a failed response of `/rest/v1` or `/auth/v1` into a BackendError. The status is 0 for a fetch that failed; an
 * error with a success status means that the body is not JSON.
 */
export function responseFailure(error: NonNullable<RestAnswer['error']>, status: number): BackendError {
  const details = { code: error.code === 'PGRST116' ? NO_ROW : error.code, status };
  if (isNetworkStatus(status)) return backendError('network', error.message, details);
  if (status === 401 || isSessionCode(error.code)) return backendError('auth', error.message, details);
  if (status < 400) return unreadable(status);
  return backendError('rejected', error.message, details);
}

/** Converts an error of a sign-in, a link or a mail, or one that fetch threw, into a BackendError. */
export function authFailure(error: unknown): BackendError {
  if (isBackendError(error)) return error;
  const { name, message, code, status } = fieldsOf(error);
  const details = { code, status, cause: error };
  // auth-js also calls a 500 retryable; we do not, because its message is worth showing.
  const isUnreachable =
    name === 'AuthRetryableFetchError'
      ? status !== 500 && status !== 501
      : NETWORK_NAMES.test(name) || isNetworkStatus(status);
  if (isUnreachable) return backendError('network', message, details);
  return backendError('rejected', message, details);
}

/** Returns whether an error's code means that the server does not accept the session. */
export function isSessionCode(code: string | undefined): boolean {
  return SESSION_CODES.test(code ?? '');
}

/** Calls a method of auth-js, which returns most errors and throws some. Returns the data; throws a BackendError. */
export async function callAuth<Result extends { data: unknown; error: unknown }>(
  call: () => Promise<Result>,
): Promise<Result['data']> {
  try {
    const { data, error } = await call();
    if (error) throw authFailure(error);
    return data;
  } catch (error) {
    throw authFailure(error);
  }
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

/** Statuses without a usable response: from gateways and proxies between the browser and the backend. */
function isNetworkStatus(status = -1): boolean {
  return [0, 408, 502, 503, 504, 511].includes(status) || (status >= 520 && status <= 530);
}

/** The part of a zod schema for rows that this package uses. */
interface RowSchema<Row> {
  safeParse(value: unknown): { success: true; data: Row } | { success: false; error: unknown };
}

/** Waits for a request to the data API. Returns its answer, not yet validated; throws BackendError for every failure. */
export async function answerOf(query: PromiseLike<RestAnswer>): Promise<RestAnswer> {
  const answer = await query;
  if (answer.error) throw responseFailure(answer.error, answer.status);
  return answer;
}

/** The same for a list. */
export async function rowsOf(query: PromiseLike<RestAnswer>): Promise<unknown[]> {
  const { data, status } = await answerOf(query);
  if (!Array.isArray(data)) throw unreadable(status);
  return data;
}

/**
 * Waits for a query that must affect exactly one row. Without this check, a change to a deleted row or to another user's
 * row would be a success: row-level security returns no row and no error.
 * @throws BackendError `rejected`, code `no_row`
 */
export async function oneRow<Row>(query: PromiseLike<RestAnswer>, schema: RowSchema<Row>): Promise<Row> {
  const rows = await rowsOf(query);
  if (rows.length !== 1)
    throw backendError('rejected', `Expected one row, got ${rows.length}`, { code: NO_ROW });
  return readRow(schema, rows[0]);
}

/**
 * Validates a row with its schema: the only place where rows are checked. Throws BackendError `network`: a row of another
 * shape comes from a portal, and is never left out silently.
 */
export function readRow<Row>(schema: RowSchema<Row>, row: unknown): Row {
  const result = schema.safeParse(row);
  if (result.success) return result.data;
  throw unreadable(200, result.error);
}

/** Creates the error for a response that is JSON, but not of the requested shape. */
export function unreadable(status: number, cause?: unknown): BackendError {
  return backendError('network', 'The answer of the server cannot be read', { status, cause });
}
