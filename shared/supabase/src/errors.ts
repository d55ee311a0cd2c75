/**
 * The kinds of backend error that the product distinguishes:
 * `network`: no usable response (offline, timeout, gateway page); a retry may help and the session stays.
 * `auth`: the server does not accept the session; only signing in again helps.
 * `rejected`: the server refused a valid request; its `message` may be shown.
 */
export type BackendErrorKind = 'network' | 'auth' | 'rejected';

/** The only error that this package throws to its callers. Decide on `kind` and `code`, never with `instanceof`. */
export interface BackendError extends Error {
  name: 'BackendError';
  kind: BackendErrorKind;
  code?: string;
  status?: number;
}

/** Creates a BackendError. Its message is the server's own, if there is one. */
export function backendError(
  kind: BackendErrorKind,
  message: string,
  details: { code?: string | undefined; status?: number | undefined; cause?: unknown } = {},
): BackendError {
  const error = new Error(message, details.cause === undefined ? undefined : { cause: details.cause });
  return Object.assign(error, {
    name: 'BackendError' as const, // const: isBackendError and the type need the literal
    kind,
    ...(details.code ? { code: details.code } : {}),
    ...(details.status ? { status: details.status } : {}),
  });
}

/** Returns whether a caught value is a BackendError, by its name: one page can contain two copies of this module. */
export function isBackendError(value: unknown): value is BackendError {
  return typeof value === 'object' && value !== null && 'name' in value && value.name === 'BackendError';
}
