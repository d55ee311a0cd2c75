import { backendError, isBackendError, type BackendError } from './errors.ts';

// Statuses without a usable response: from gateways and proxies between the browser and the backend.
const NETWORK_STATUSES = new Set([0, 408, 502, 503, 504, 511, ...range(520, 530)]);

// Codes for a session that the server does not accept. `invalid_credentials` and `otp_expired` do not mean a lost session.
const AUTH_CODES = new Set(
  `
  bad_jwt invalid_jwt no_authorization no_session session_not_found session_expired
  refresh_token_not_found refresh_token_already_used user_not_found PGRST301 PGRST302 PGRST303
  `
    .trim()
    .split(/\s+/),
);

const AUTH_NAMES = new Set(['AuthSessionMissingError', 'AuthInvalidJwtError', 'AuthRefreshDiscardedError']);
// The last two mean a response that was not JSON, or JSON from another server.
const NETWORK_NAMES = new Set(
  `TypeError TimeoutError AbortError NetworkError AuthUnknownError AuthInvalidTokenResponseError`.split(' '),
);

/** A response of PostgREST, as supabase-js returns it. */
export interface RestAnswer {
  data: unknown;
  error: { message: string; code?: string } | null;
  status: number;
  count?: number | null;
}

/**
 * Converts a failed REST response into a BackendError. supabase-js reports status 0 for a fetch that failed (also for a
 * gateway's page: see guardFetch); an error with a success status means that the body is not JSON.
 */
export function restFailure(error: { message: string; code?: string }, status: number): BackendError {
  const details = { code: error.code, status };
  if (NETWORK_STATUSES.has(status)) return backendError('network', error.message, details);
  if (status === 401 || AUTH_CODES.has(error.code ?? '')) return backendError('auth', error.message, details);
  if (status < 400) return backendError('network', 'The answer of the server cannot be read', details);
  return backendError('rejected', error.message, details);
}

/** Converts an error that supabase-js's auth client returned or threw into a BackendError. */
export function authFailure(error: unknown): BackendError {
  if (isBackendError(error)) return error;
  const { name, message, code, status } = fieldsOf(error);
  const details = { code, status, cause: error };
  if (isUnreachable(error)) return backendError('network', message, details);
  if (AUTH_NAMES.has(name) || AUTH_CODES.has(code ?? '')) return backendError('auth', message, details);
  return backendError('rejected', message, details);
}

/**
 * Returns whether an auth call got no usable response, so that the session must be kept (rule stored-session). supabase-js
 * also treats a 500 as retryable; we do not, because its message is worth showing.
 */
export function isUnreachable(error: unknown): boolean {
  const { name, status } = fieldsOf(error);
  if (name === 'AuthRetryableFetchError') return status !== 500 && status !== 501;
  return NETWORK_NAMES.has(name) || NETWORK_STATUSES.has(status ?? -1);
}

function fieldsOf(error: unknown): {
  name: string;
  message: string;
  code: string | undefined;
  status: number | undefined;
} {
  const fields: { name?: unknown; message?: unknown; code?: unknown; status?: unknown } =
    typeof error === 'object' && error !== null ? error : { message: String(error) };
  return {
    name: typeof fields.name === 'string' ? fields.name : '',
    message: typeof fields.message === 'string' ? fields.message : '',
    code: typeof fields.code === 'string' ? fields.code : undefined,
    status: typeof fields.status === 'number' ? fields.status : undefined,
  };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
