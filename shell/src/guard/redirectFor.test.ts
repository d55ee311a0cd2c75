import { expect, test } from 'vitest';
import type { SessionState } from '@space/auth';
import type { SitePage } from '../registry/findPage.ts';
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
const pages: Record<string, Omit<SitePage, 'path' | 'owner' | 'name'>> = {
  '/': { access: 'public' },
  '/dashboard': { access: 'signed-in', signIn: '/auth' },
  '/auth': { access: 'signed-out', signedIn: '/dashboard' },
  '/retro/dashboard': { access: 'signed-in', signIn: '/retro/auth' },
  '/retro/auth': { access: 'signed-out', signedIn: '/retro/dashboard' },
};
const redirectAt = (path: string, session: SessionState) => {
  const page = pages[path];
  return redirectFor(page ? { ...page, path, owner: 'team', name: 'the page' } : null, session);
};
const signedIn = state({ status: 'signed-in', user });
const signedOut = state({});

test.each([
  ['/dashboard', signedOut, '/auth'],
  ['/retro/dashboard', signedOut, '/retro/auth'],
  ['/auth', signedIn, '/dashboard'],
  ['/retro/auth', signedIn, '/retro/dashboard'],
  ['/dashboard', signedIn, null],
  ['/auth', signedOut, null],
  ['/', signedIn, null],
  ['/', signedOut, null],
  ['/nowhere', signedOut, null],
])('%s', (path, session, expected) => {
  expect(redirectAt(path, session)).toBe(expected);
});

test('nobody is sent away while a link is being redeemed', () => {
  expect(redirectAt('/dashboard', state({ status: 'arriving' }))).toBeNull();
});

test('whoever came to set a new password stays on the sign-in page', () => {
  expect(redirectAt('/auth', { ...signedIn, recovering: user })).toBeNull();
  expect(redirectAt('/auth', { ...signedIn, isRedeeming: true })).toBeNull();
  expect(redirectAt('/retro/auth', { ...signedIn, recovering: user })).toBe('/retro/dashboard');
  expect(redirectAt('/dashboard', { ...signedOut, recovering: user })).toBe('/auth');
});

test.each(['/dashboard', '/retro/dashboard'])(
  'whoever deleted the account leaves %s for the landing page, not for a sign-in',
  (path) => {
    expect(redirectAt(path, state({ wasDeleted: true }))).toBe('/');
  },
);
