import { expect, it } from 'vitest';
import { authFailure, responseFailure } from './answers.ts';
import { backendError, isBackendError } from './errors.ts';

// A failed response: its status, its code, and what kind of failure it is.
it.each([
  [0, undefined, 'network'],
  [408, undefined, 'network'],
  [502, undefined, 'network'],
  [503, 'PGRST002', 'network'],
  [504, 'no_answer', 'network'],
  [520, undefined, 'network'],
  [530, undefined, 'network'],
  [200, undefined, 'network'],
  [401, 'PGRST303', 'auth'],
  [401, '42501', 'auth'],
  [401, undefined, 'auth'],
  [403, 'bad_jwt', 'auth'],
  [403, 'session_not_found', 'auth'],
  [403, '42501', 'rejected'],
  [400, '23514', 'rejected'],
  [500, undefined, 'rejected'],
  [404, 'PGRST205', 'rejected'],
  [409, '23505', 'rejected'],
  [422, 'weak_password', 'rejected'],
  [429, undefined, 'rejected'],
])('a response with status %i and code %s is %s', (status, code, kind) => {
  const error = responseFailure({ message: 'Why', code }, status);
  expect(error).toMatchObject({
    kind,
    ...(status > 200 && { message: 'Why', status }),
    ...(code && { code }),
  });
  expect('code' in error).toBe(code !== undefined);
});

const error = (name: string, status?: number, code?: string) => ({ name, status, code, message: 'Why' });
it.each([
  [error('AuthRetryableFetchError', 0), 'network'],
  [error('AuthRetryableFetchError', 503), 'network'],
  [error('AuthRetryableFetchError', 500), 'rejected'], // 'Error sending confirmation email'
  [error('AuthUnknownError'), 'network'],
  [error('AuthInvalidTokenResponseError', 500), 'network'],
  [new TypeError('Failed to fetch'), 'network'],
  [new DOMException('The operation timed out', 'TimeoutError'), 'network'],
  [error('AuthApiError', 400, 'invalid_credentials'), 'rejected'],
  [error('AuthApiError', 403, 'otp_expired'), 'rejected'],
  [new DOMException('The quota has been exceeded', 'QuotaExceededError'), 'rejected'],
  ['a text that was thrown', 'rejected'],
])('the error %o of a sign-in is %s', (cause, kind) => {
  expect(authFailure(cause)).toMatchObject({ name: 'BackendError', kind, cause });
});

it('a backend error is recognized by its name and stays as it is', () => {
  const known = backendError('auth', 'Who?');
  expect(authFailure(known)).toBe(known);
  expect([null, 'BackendError', new Error('BackendError')].map(isBackendError)).toEqual([
    false,
    false,
    false,
  ]);
});
