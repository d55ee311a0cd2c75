/**
 * What went wrong with the backend, as far as the product acts on it:
 * `network`: no usable answer came (offline, timeout, gateway page); trying again may help and the session stays.
 * `auth`: the server does not accept who is asking; only signing in again helps.
 * `rejected`: the server understood and said no; its `message` may be shown (rules failure-notice, sign-in-errors).
 */
export type BackendErrorKind = 'network' | 'auth' | 'rejected';

/** The one error that leaves this package. Decide on `kind` and `code`, never with `instanceof`. */
export interface BackendError extends Error {
  name: 'BackendError';
  kind: BackendErrorKind;
  code?: string;
  status?: number;
}

/** What a BackendError may carry besides its kind and message. */
export interface BackendErrorDetails {
  code?: string | undefined;
  status?: number | undefined;
  cause?: unknown;
}

const KINDS: readonly unknown[] = ['network', 'auth', 'rejected'] satisfies BackendErrorKind[];

/**
 * Makes a BackendError.
 * @param message the server's own words where there are some (rule sign-in-errors shows them)
 */
export function backendError(
  kind: BackendErrorKind,
  message: string,
  details: BackendErrorDetails = {},
): BackendError {
  const error = new Error(message, details.cause === undefined ? undefined : { cause: details.cause });
  return Object.assign(error, {
    name: 'BackendError' as const, // the literal is what tells a BackendError from any other Error
    kind,
    ...(details.code ? { code: details.code } : {}),
    ...(details.status ? { status: details.status } : {}),
  });
}

/** Tells whether a caught value is a BackendError, by its shape: two copies of this module can meet on one page. */
export function isBackendError(value: unknown): value is BackendError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    value.name === 'BackendError' &&
    'message' in value &&
    typeof value.message === 'string' &&
    'kind' in value &&
    KINDS.includes(value.kind)
  );
}
