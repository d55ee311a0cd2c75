import { describe, expect, it } from 'vitest';
import { authFailure, responseFailure } from './answers.ts';

describe('a failed response of the data API', () => {
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
    expect(responseFailure({ message: 'Why', ...(code ? { code } : {}) }, status).kind).toBe(kind);
  });

  it('keeps the code, the status and the message of the server', () => {
    const error = responseFailure({ message: 'violates check', code: '23514' }, 400);
    expect(error).toMatchObject({ message: 'violates check', code: '23514', status: 400 });
  });
});

describe('a failed response of the auth API', () => {
  const error = (name: string, status?: number, code?: string) => ({ name, status, code, message: 'Why' });
  const apiError = (status: number, code: string) => error('AuthApiError', status, code);
  it.each([
    [error('AuthRetryableFetchError', 0), 'network'],
    [error('AuthRetryableFetchError', 503), 'network'],
    [error('AuthRetryableFetchError', 500), 'rejected'], // 'Error sending confirmation email'
    [error('AuthUnknownError'), 'network'],
    [error('AuthInvalidTokenResponseError', 500), 'network'],
    [new TypeError('Failed to fetch'), 'network'],
    [new DOMException('The operation timed out', 'TimeoutError'), 'network'],
    [error('AuthSessionMissingError', 400), 'auth'],
    [apiError(403, 'bad_jwt'), 'auth'],
    [apiError(403, 'session_not_found'), 'auth'],
    [apiError(400, 'refresh_token_not_found'), 'auth'],
    [apiError(400, 'refresh_token_already_used'), 'auth'],
    [apiError(400, 'invalid_credentials'), 'rejected'],
    [apiError(403, 'otp_expired'), 'rejected'],
    [apiError(429, 'over_request_rate_limit'), 'rejected'],
    [error('AuthWeakPasswordError', 422, 'weak_password'), 'rejected'],
    [new DOMException('The quota has been exceeded', 'QuotaExceededError'), 'rejected'],
    ['a text that was thrown', 'rejected'],
    [undefined, 'rejected'],
  ])('%o is %s', (failure, kind) => {
    expect(authFailure(failure)).toMatchObject({ name: 'BackendError', kind });
  });

  it('keeps the code, the status and the message of the server, and the original error as its cause', () => {
    const { name: _name, ...kept } = apiError(422, 'user_already_exists');
    const original = { ...kept, name: 'AuthApiError' };
    expect(authFailure(original)).toMatchObject({ ...kept, cause: original });
  });

  it('returns a backend error unchanged', () => {
    const known = responseFailure({ message: 'No' }, 400);
    expect(authFailure(known)).toBe(known);
  });
});
