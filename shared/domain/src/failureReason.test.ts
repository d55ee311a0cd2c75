import { describe, expect, it } from 'vitest';
import { failureKind, failureReason, mailNotice, passwordFailure, withReason } from './failureReason.ts';
import { includesReason } from './includesReason.ts';

const ENDED = 'Your session has ended. Please sign in again.';
const LIMIT = 'Too many attempts. Please try again in 8 minutes.';
const OFFLINE = 'You are offline.';

describe('the reason of a failure', () => {
  it('is the end of the session if it has ended', () => {
    const error = { kind: 'auth', code: 'session_not_found', message: 'Auth session missing!' };
    expect(failureReason(error, true)).toBe(ENDED);
    expect(failureReason(error, false)).toBe(ENDED);
  });

  it.each([
    ['Too many changes. Please try again in 40 seconds.', 429, 'over_request_rate_limit'],
    ['You have reached the limit of 100,000 tasks. Delete some to add new ones.', 400, '23514'],
    ['This task can no longer be restored.', 410, 'PT410'],
  ])('is the server’s message if it is written for users: %s', (message, status, code) => {
    expect(failureReason({ kind: 'rejected', message, status, code }, true)).toBe(message);
  });

  it('is the missing network if the device is offline', () => {
    const error = { kind: 'network', message: 'TypeError: Failed to fetch', status: 0 };
    expect(failureReason(error, false)).toBe(OFFLINE);
    expect(failureReason(error, true)).toBeNull();
  });

  it.each([
    ['new row for relation "tasks" violates check constraint "tasks_title_check"', 400, '23514'],
    ['Could not find the function public.restore_task(task_id) in the schema cache', 404, 'PGRST202'],
    ['Relation "tasks" does not exist.', 404, '42P01'],
    ['Internal error.', 500, 'XX000'],
    ['Expected one row, got 0', undefined, 'no_row'],
    ['', 429, 'over_request_rate_limit'],
  ])('is never a technical or empty message of the server: %s', (message, status, code) => {
    expect(failureReason({ kind: 'rejected', message, status, code }, true)).toBeNull();
  });

  it.each([[new TypeError('Failed to fetch.')], ['No words.'], [null], [undefined], [{}]])(
    'is absent for another error: %o',
    (error) => {
      expect(failureReason(error, false)).toBeNull();
      expect(failureKind(error)).toBeUndefined();
    },
  );
});

describe('a password that was not changed', () => {
  const FAILED = 'Failed to change password. Please try again.';

  it.each([
    ['same_password', 'New password should be different from the old password.'],
    ['validation_failed', 'Password cannot be longer than 72 characters'],
    ['weak_password', 'Password is known to be weak and easy to guess.'],
  ])('is explained by the server’s message, beside the field as well: %s', (code, message) => {
    expect(passwordFailure({ kind: 'rejected', code, message, status: 422 }, true)).toEqual({
      notice: `${FAILED} ${message}`,
      judgement: message,
    });
  });

  it.each([
    ['the network', { kind: 'network', message: 'Failed to fetch' }, `${FAILED} ${OFFLINE}`],
    ['a lost session', { kind: 'auth', message: 'Auth session missing!' }, `${FAILED} ${ENDED}`],
    ['a limit', { kind: 'rejected', status: 429, message: LIMIT }, `${FAILED} ${LIMIT}`],
    ['a fault of the server', { kind: 'rejected', status: 500, message: 'Internal server error' }, FAILED],
    ['a response without a message', { kind: 'rejected', message: '{}' }, FAILED],
  ])('gets no message beside the field for %s', (_, error, notice) => {
    expect(passwordFailure(error, false)).toEqual({ notice, judgement: null });
  });
});

describe('the notice of a mail that could not be requested', () => {
  const FAILED = 'Failed to send a new link. Please try again.';

  it.each([
    ['a limit', { kind: 'rejected', status: 429, message: LIMIT }, LIMIT],
    [
      'a limit of Supabase',
      {
        kind: 'rejected',
        status: 429,
        code: 'over_email_send_rate_limit',
        message: 'email rate limit exceeded',
      },
      'Too many attempts. Please wait a moment and try again.',
    ],
    ['no network', { kind: 'network', message: 'Failed to fetch' }, `${FAILED} ${OFFLINE}`],
    ['an unknown address', { kind: 'auth', code: 'user_not_found', message: 'User not found' }, FAILED],
    [
      'a message that reveals an account',
      { kind: 'rejected', status: 400, message: 'Already confirmed.' },
      FAILED,
    ],
  ])('for %s', (_, error, notice) => {
    expect(mailNotice(error, FAILED, false)).toBe(notice);
  });
});

describe('failure-notice: a notice of a sentence and its reason', () => {
  it.each([
    ['Failed to load tasks', OFFLINE, 'Failed to load tasks. You are offline.'],
    ['Failed. Try again.', OFFLINE, 'Failed. Try again. You are offline.'],
    ['Failed. Try again.', null, 'Failed. Try again.'],
  ])('joins %j and %j', (sentence, reason, notice) => {
    expect(withReason(sentence, reason)).toBe(notice);
  });

  it('is recognized by the reason at its end', () => {
    expect(includesReason(`Failed to load tasks. ${ENDED}`, ENDED)).toBe(true);
    expect(includesReason(ENDED, ENDED)).toBe(true);
    expect(includesReason('Failed to load tasks', ENDED)).toBe(false);
    expect(includesReason(ENDED, `Failed to load tasks. ${ENDED}`)).toBe(false);
  });
});
