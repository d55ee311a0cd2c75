import { expect, test } from 'vitest';
import {
  authNotice,
  failureKind,
  failureReason,
  mailNotice,
  passwordFailure,
  withReason,
} from './failureReason.ts';
import { includesReason } from './includesReason.ts';

const ENDED = 'Your session has ended. Please sign in again.';
const LIMIT = 'Too many attempts. Please try again in 8 minutes.';
const OFFLINE = 'You are offline.';

const TOO_MANY = 'Too many attempts. Please wait a moment and try again.';
const BYTES = 'Password cannot be longer than 72 characters';
const WRONG = 'Invalid email or password';
const TAKEN = 'This email is already registered. Please sign in instead.';

test.each([
  [{ code: 'invalid_credentials', message: 'User already registered' }, WRONG],
  [{ code: 'email_exists' }, TAKEN],
  [{ message: 'AuthApiError: Invalid login credentials.' }, WRONG],
  [{ code: 'validation_failed', message: 'User already registered' }, TAKEN],
  [{ code: 'validation_failed', message: BYTES }, BYTES],
  [{ code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' }, TOO_MANY],
  [{ code: 'over_request_rate_limit', message: LIMIT }, LIMIT],
  [{ message: '  ' }, 'An error occurred'],
  [{ message: '{}' }, 'An error occurred'],
  [{ code: 'unknown_code' }, 'An error occurred'],
  [new Error('Signups not allowed'), 'Signups not allowed'],
])('sign-in-errors: turns the error %j into the notice %j', (error, notice) => {
  expect(authNotice(error, 'An error occurred')).toBe(notice);
});

const rejected = (message: string, status: number | undefined, code?: string) => ({
  kind: 'rejected',
  message,
  status,
  code,
});
const NETWORK = { kind: 'network', message: 'TypeError: Failed to fetch', status: 0 };
const LOST = { kind: 'auth', code: 'session_not_found', message: 'Auth session missing!' };

const TOO_FAST = 'Too many changes. Please try again in 40 seconds.';
const FULL = 'You have reached the limit of 100,000 tasks. Delete some to add new ones.';

test.each<[error: unknown, offline: string | null, online?: string | null]>([
  [LOST, ENDED],
  [NETWORK, OFFLINE, null],
  [rejected(TOO_FAST, 429, 'over_request_rate_limit'), TOO_FAST],
  [rejected(FULL, 400, '23514'), FULL],
  // Nothing of it is a sentence for users.
  [
    rejected('new row for relation "tasks" violates check constraint "tasks_title_check"', 400, '23514'),
    null,
  ],
  [rejected('Could not find the function public.restore_task(task_id) in the cache', 404, 'PGRST202'), null],
  [rejected('Relation "tasks" does not exist.', 404, '42P01'), null],
  [rejected('Internal error.', 500, 'XX000'), null],
  [rejected('Expected one row, got 0', undefined, 'no_row'), null],
  [rejected('', 429, 'over_request_rate_limit'), null],
  [new TypeError('Failed to fetch.'), null],
  [null, null],
])('failure-notice: the reason of %j is, without a network, %j', (error, offline, online = offline) => {
  expect([failureReason(error, false), failureReason(error, true)]).toEqual([offline, online]);
});

test('the kind of a failure is recognized by its shape', () => {
  expect([LOST, new TypeError('x'), null].map(failureKind)).toEqual(['auth', undefined, undefined]);
});

const NOT_CHANGED = 'Failed to change password. Please try again.';
const SAME = 'New password should be different from the old password.';

test.each([
  [rejected(SAME, 422, 'same_password'), SAME, SAME],
  [rejected(BYTES, 422, 'validation_failed'), BYTES, BYTES],
  [NETWORK, OFFLINE, null],
  [LOST, ENDED, null],
  [rejected(LIMIT, 429), LIMIT, null],
  [rejected('Internal server error', 500), null, null],
  [rejected('{}', undefined), null, null],
])(
  'password-change: after %j the notice has the reason %j, and the field has %j',
  (error, reason, refusal) => {
    const notice = reason === null ? NOT_CHANGED : `${NOT_CHANGED} ${reason}`;
    expect(passwordFailure(error, false)).toEqual({ notice, refusal });
  },
);

const NO_MAIL = 'Failed to send a new link. Please try again.';

test.each([
  [rejected(LIMIT, 429), LIMIT],
  [rejected('email rate limit exceeded', 429, 'over_email_send_rate_limit'), TOO_MANY],
  [NETWORK, `${NO_MAIL} ${OFFLINE}`],
  // Nothing that could reveal whether the address has an account.
  [{ kind: 'auth', code: 'user_not_found', message: 'User not found' }, NO_MAIL],
  [rejected('Already confirmed.', 400), NO_MAIL],
])('the notice of a mail that could not be requested, after %j', (error, notice) => {
  expect(mailNotice(error, NO_MAIL, false)).toBe(notice);
});

test.each([
  ['Failed to load tasks', OFFLINE, 'Failed to load tasks. You are offline.'],
  ['Failed. Try again.', OFFLINE, 'Failed. Try again. You are offline.'],
  ['Failed. Try again.', null, 'Failed. Try again.'],
])('failure-notice: %j with the reason %j', (sentence, reason, notice) => {
  expect(withReason(sentence, reason)).toBe(notice);
});

test('a notice with a reason is recognized by the reason at its end', () => {
  const notice = `Failed to load tasks. ${ENDED}`;
  expect([includesReason(notice, ENDED), includesReason(ENDED, ENDED)]).toEqual([true, true]);
  expect([includesReason('Failed', ENDED), includesReason(ENDED, notice)]).toEqual([false, false]);
});
