import { expect, test } from 'vitest';
import type { SessionState } from '@space/auth';
import { redirectFor } from './redirectFor.ts';

const user = { id: '1', email: null };
const state = (change: Partial<SessionState>): SessionState => ({
  status: 'signed-out',
  user: null,
  isRedeeming: false,
  recovering: null,
  wasLost: false,
  wasDeleted: false,
  linkNotice: null,
  clockIsWrong: false,
  ...change,
});
const signedIn = state({ status: 'signed-in', user });
const signedOut = state({});

test.each([
  ['/dashboard', signedOut, '/auth'],
  ['/settings', signedOut, '/auth'],
  ['/retro/dashboard', signedOut, '/retro/auth'],
  ['/auth', signedIn, '/dashboard'],
  ['/retro/auth', signedIn, '/retro/dashboard'],
  ['/dashboard', signedIn, null],
  ['/auth', signedOut, null],
  ['/', signedIn, null],
  ['/', signedOut, null],
  ['/nowhere', signedOut, null],
])('%s', (path, session, expected) => {
  expect(redirectFor(path, session)).toBe(expected);
});

test('nobody is sent away while a link is being redeemed', () => {
  expect(redirectFor('/dashboard', state({ status: 'arriving' }))).toBeNull();
});

test('whoever came to set a new password stays on the sign-in page', () => {
  expect(redirectFor('/auth', { ...signedIn, recovering: user })).toBeNull();
  expect(redirectFor('/auth', { ...signedIn, isRedeeming: true })).toBeNull();
  expect(redirectFor('/retro/auth', { ...signedIn, recovering: user })).toBe('/retro/dashboard');
  expect(redirectFor('/dashboard', { ...signedOut, recovering: user })).toBe('/auth');
});

test.each(['/settings', '/dashboard', '/retro/dashboard'])(
  'whoever deleted the account leaves %s for the landing page, not for a sign-in',
  (path) => {
    expect(redirectFor(path, state({ wasDeleted: true }))).toBe('/');
  },
);
