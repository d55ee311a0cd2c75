import { describe, expect, it } from 'vitest';
import { passwordNotice } from './passwordNotice.ts';

const FAILED = 'Failed to change password. Please try again.';

describe('the notice about a password that was not changed', () => {
  it.each([
    ['same_password', 'New password should be different from the old password.'],
    ['validation_failed', 'Password cannot be longer than 72 characters'],
    ['weak_password', 'Password is known to be weak and easy to guess.'],
  ])('shows the reason of the server for %s', (code, message) => {
    expect(passwordNotice({ kind: 'rejected', code, message })).toBe(message);
  });

  it.each([
    ['the network', { kind: 'network', message: 'Failed to fetch' }],
    ['a session that is gone', { kind: 'auth', code: 'session_not_found', message: 'Auth session missing!' }],
    ['a fault of the server', { kind: 'rejected', status: 500, message: 'Internal server error' }],
    ['an answer without words', { kind: 'rejected', message: '' }],
  ])('says it in our words for %s', (_name, error) => {
    expect(passwordNotice(error)).toBe(FAILED);
  });
});
