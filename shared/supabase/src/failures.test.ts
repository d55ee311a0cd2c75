import { describe, expect, it } from 'vitest';
import { authFailure, restFailure } from './failures.ts';

describe('a failed answer of the data API', () => {
  it.each([
    [0, undefined, 'network'],
    [408, undefined, 'network'],
    [502, undefined, 'network'],
    [503, 'PGRST002', 'network'],
    [504, 'PGRST003', 'network'],
    [520, undefined, 'network'],
    [530, undefined, 'network'],
    [200, undefined, 'network'],
    [401, 'PGRST303', 'auth'],
    [401, 'PGRST301', 'auth'],
    [401, '42501', 'auth'],
    [401, undefined, 'auth'],
    [403, '42501', 'rejected'],
    [400, '23514', 'rejected'],
    [500, 'SUP', 'rejected'],
    [500, undefined, 'rejected'],
    [404, 'PGRST205', 'rejected'],
    [406, 'PGRST116', 'rejected'],
    [409, '23505', 'rejected'],
    [429, undefined, 'rejected'],
  ])('with status %i and code %s is %s', (status, code, kind) => {
    expect(restFailure({ message: 'Why', ...(code ? { code } : {}) }, status).kind).toBe(kind);
  });

  it('keeps the code, the status and the words of the server', () => {
    const error = restFailure({ message: 'violates check', code: '23514' }, 400);
    expect(error).toMatchObject({ message: 'violates check', code: '23514', status: 400 });
  });
});

describe('a failed answer of the auth API', () => {
  it.each([
    [{ name: 'AuthRetryableFetchError', status: 0, message: 'Failed to fetch' }, 'network'],
    [{ name: 'AuthRetryableFetchError', status: 503, message: 'busy' }, 'network'],
    [
      { name: 'AuthRetryableFetchError', status: 500, message: 'Error sending confirmation email' },
      'rejected',
    ],
    [{ name: 'AuthUnknownError', message: 'Unexpected token <' }, 'network'],
    [
      { name: 'AuthInvalidTokenResponseError', status: 500, message: 'Auth session or user missing' },
      'network',
    ],
    [new TypeError('Failed to fetch'), 'network'],
    [new DOMException('The operation timed out', 'TimeoutError'), 'network'],
    [{ name: 'AuthSessionMissingError', status: 400, message: 'Auth session missing!' }, 'auth'],
    [{ name: 'AuthApiError', status: 403, code: 'bad_jwt', message: 'token is expired' }, 'auth'],
    [{ name: 'AuthApiError', status: 403, code: 'session_not_found', message: 'gone' }, 'auth'],
    [{ name: 'AuthApiError', status: 400, code: 'refresh_token_not_found', message: 'gone' }, 'auth'],
    [{ name: 'AuthApiError', status: 400, code: 'refresh_token_already_used', message: 'used' }, 'auth'],
    [
      {
        name: 'AuthApiError',
        status: 400,
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      },
      'rejected',
    ],
    [{ name: 'AuthApiError', status: 403, code: 'otp_expired', message: 'expired' }, 'rejected'],
    [
      { name: 'AuthApiError', status: 429, code: 'over_request_rate_limit', message: 'slow down' },
      'rejected',
    ],
    [{ name: 'AuthWeakPasswordError', status: 422, code: 'weak_password', message: 'weak' }, 'rejected'],
    [new DOMException('The quota has been exceeded', 'QuotaExceededError'), 'rejected'],
    ['a text that was thrown', 'rejected'],
    [undefined, 'rejected'],
  ])('%o is %s', (error, kind) => {
    expect(authFailure(error)).toMatchObject({ name: 'BackendError', kind });
  });

  it('keeps the code, the status, the words of the server and what it was made from', () => {
    const original = {
      name: 'AuthApiError',
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    };
    const { name: _name, ...kept } = original;
    const error = authFailure(original);
    expect(error).toMatchObject(kept);
    expect(error.cause).toBe(original);
  });

  it('leaves one of ours as it is', () => {
    const error = restFailure({ message: 'No' }, 400);
    expect(authFailure(error)).toBe(error);
  });
});
