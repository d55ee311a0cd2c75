import { expect, test } from 'vitest';
import { authNotice } from './failureReason.ts';

const FALLBACK = 'An error occurred';
const WRONG = 'Invalid email or password';
const LIMIT = 'Too many attempts. Please wait a moment and try again.';
const OWN_LIMIT = 'Too many attempts. Please try again in 8 minutes.';
const TAKEN = 'This email is already registered. Please sign in instead.';

test.each([
  [{ code: 'invalid_credentials', message: 'whatever' }, WRONG],
  [{ code: 'user_already_exists', message: 'whatever' }, TAKEN],
  [{ code: 'email_exists' }, TAKEN],
  [{ code: 'invalid_credentials', message: 'User already registered' }, WRONG],
  [{ message: 'Invalid login credentials' }, WRONG],
  [{ message: 'AuthApiError: Invalid login credentials.' }, WRONG],
  [{ message: 'User already registered' }, TAKEN],
  [{ code: 'validation_failed', message: 'User already registered' }, TAKEN],
  [
    { code: 'validation_failed', message: 'Password cannot be longer than 72 characters' },
    'Password cannot be longer than 72 characters',
  ],
  [{ code: 'over_request_rate_limit', message: 'Request rate limit reached' }, LIMIT],
  [{ code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' }, LIMIT],
  [{ code: 'over_request_rate_limit', message: OWN_LIMIT }, OWN_LIMIT],
  [{ message: 'Email not confirmed' }, 'Email not confirmed'],
  [{ message: '' }, FALLBACK],
  [{ message: '  ' }, FALLBACK],
  [{ message: '{}' }, FALLBACK],
  [{ code: 'unknown_code' }, FALLBACK],
  [{}, FALLBACK],
  [{ code: undefined, message: undefined }, FALLBACK],
  [new Error('Signups not allowed'), 'Signups not allowed'],
])('sign-in-errors: turns the error %j into the notice %j', (error, notice) => {
  expect(authNotice(error, FALLBACK)).toBe(notice);
});
