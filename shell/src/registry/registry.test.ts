import { matchRoutes } from 'react-router-dom';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SessionState } from '@space/auth';
import type { PageClaim, RemoteState } from '@space/federation';
import { redirectFor } from '@space/ui/host';
import { skyAt } from '../sky/Sky.tsx';
import { findPage, navigationOfSite, pagesOfSite } from './registry.ts';

/** What the live remotes declare; the page of '/settings/devices' was added by its team, the clock is switched off. */
const DECLARED: Record<string, Partial<RemoteState> & { pages: PageClaim[] }> = {
  marketing: { pages: [{ path: '/', access: 'public', sky: 'night' }] },
  settings: {
    pages: [
      { path: '/settings', access: 'signed-in', signIn: '/auth' },
      { path: '/settings/devices', access: 'signed-in', signIn: '/auth', sky: 'night' },
      { path: '/settings/enter', access: 'signed-out', signedIn: '/settings' },
    ],
    navigation: ['/settings', '/settings/enter', '/elsewhere'].map((path) => ({ path, label: path })),
  },
  retro: {
    pages: ['/retro', '/retro/:level/score'].map((path) => ({ path, access: 'public', sky: 'none' })),
    navigation: [{ path: '/retro', label: 'Retro' }],
  },
  notes: { pages: ['/notes/:id', '/notes/new', '/notes/:id/*'].map((path) => ({ path, access: 'public' })) },
  clock: {
    pages: [{ path: '/clock', access: 'public' }],
    navigation: [{ path: '/clock', label: 'Clock' }],
    disabled: 'We are moving house.',
  },
};

beforeAll(() => {
  const remotes = Object.fromEntries(
    Object.entries(DECLARED).map(([name, declared]) => [
      name,
      { title: `the ${name}`, disabled: null, ...declared },
    ]),
  );
  const textContent = JSON.stringify({ shell: '1', remotes });
  vi.stubGlobal('document', { getElementById: () => ({ textContent }) });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test('page-owners: the declaration of a page is enough to route it, to guard it and to choose its sky', () => {
  const page = findPage('/settings/devices');
  expect(page).toMatchObject({ owner: 'settings', name: 'the settings' });
  const visitor = { status: 'signed-out', wasDeleted: false } as SessionState; // all that the guard reads here
  expect(redirectFor(page, visitor)).toBe('/auth');
  expect(skyAt('/settings/devices')).toBe('night');
});

test('the shell owns its own pages', () => {
  expect(findPage('/auth')).toMatchObject({ owner: 'shell', name: 'the sign-in', signedIn: '/dashboard' });
  expect(findPage('/admin')).toMatchObject({ owner: 'shell', name: 'the admin page' });
});

test('the navigation has what remotes declare for pages of their own, if they are not switched off', () => {
  expect(navigationOfSite()).toEqual([
    { path: '/settings', label: '/settings' },
    { path: '/retro', label: 'Retro' },
  ]);
});

describe('a path', () => {
  test.each(['/auth', '/settings'])('%s may end with a slash', (path) => {
    expect(findPage(`${path}/`)?.path).toBe(path);
  });

  test.each([
    '',
    '//',
    '/Settings',
    '/settings//',
    '/settings/x',
    '//settings',
    '/sett',
    '/%73ettings',
    '/toString',
  ])('%j is unknown', (path) => {
    expect(findPage(path)).toBeNull();
  });
});

test.each([
  ['/notes/1', '/notes/:id'],
  ['/notes/1/', '/notes/:id'],
  ['/notes/new', '/notes/new'],
  ['/notes/new/edit', '/notes/:id/*'],
  ['/notes/1/a/b', '/notes/:id/*'],
])('%s matches %s, here and in the router', (address, path) => {
  expect(findPage(address)).toMatchObject({ path, owner: 'notes' });
  expect(matchRoutes(pagesOfSite(), address)?.[0]?.route.path).toBe(path);
});

test.each([
  ['/', 'night'],
  ['/auth', 'night'],
  ['/settings', 'system'],
  ['/admin', 'system'],
  ['/no-such-page', 'system'],
  ['/retro', 'none'],
  ['/retro/no-such-page', 'none'],
  ['/retrospective', 'system'],
])('the sky behind %s is %s', (path, sky) => {
  expect(skyAt(path)).toBe(sky);
});
