import { expect, test } from 'vitest';
import { redirectFor, type GuardedPage, type GuardedSession } from './guard.tsx';

const user = { id: '1', email: null };
const signedOut: GuardedSession = {
  status: 'signed-out',
  isRedeeming: false,
  recovering: null,
  wasDeleted: false,
};
const signedIn: GuardedSession = { ...signedOut, status: 'signed-in' };

const home: GuardedPage = { path: '/', access: 'public' };
const week: GuardedPage = { path: '/dashboard', access: 'signed-in', signIn: '/auth' };
const auth: GuardedPage = { path: '/auth', access: 'signed-out', signedIn: '/dashboard' };
const retro: GuardedPage = { path: '/retro/auth', access: 'signed-out', signedIn: '/retro/dashboard' };

test.each([
  ['a private page asks a visitor to sign in', week, signedOut, '/auth'],
  ['a private page is open to its user', week, signedIn, null],
  ['a sign-in page redirects a user', auth, signedIn, '/dashboard'],
  ['a sign-in page is open to visitors', auth, signedOut, null],
  ['a public page is open to a user', home, signedIn, null],
  ['a public page is open to a visitor', home, signedOut, null],
  ['an unknown page does not redirect', null, signedOut, null],
  ['no visitor leaves while a link is redeemed', week, { ...signedOut, status: 'arriving' }, null],
  ['no user leaves /auth while a link is redeemed', auth, { ...signedIn, isRedeeming: true }, null],
  ['no user leaves /auth before setting a new password', auth, { ...signedIn, recovering: user }, null],
  [
    'during a recovery other sign-in pages still redirect',
    retro,
    { ...signedIn, recovering: user },
    '/retro/dashboard',
  ],
  ['a recovery gives no access to private pages', week, { ...signedOut, recovering: user }, '/auth'],
  ['a deleted account leads home, not to a sign-in', week, { ...signedOut, wasDeleted: true }, '/'],
] as const)('%s', (_, page, session, expected) => {
  expect(redirectFor(page, session)).toBe(expected);
});
