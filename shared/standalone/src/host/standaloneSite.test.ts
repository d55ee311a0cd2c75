import { describe, expect, test } from 'vitest';
import type { PageClaim } from '@space/federation';
import { pageAt, redirectFor, standaloneSite } from './standaloneSite.ts';

const siteOf = (...pages: PageClaim[]) =>
  standaloneSite({ exposed: { pages: {} }, declaration: { title: 'it', pages } });
const signedOut = { status: 'signed-out', isRedeeming: false, recovering: null, wasDeleted: false } as const;
const signedIn = { ...signedOut, status: 'signed-in' } as const;

const planner = siteOf({ path: '/dashboard', access: 'signed-in', signIn: '/auth' });
const retro = siteOf(
  { path: '/retro', access: 'public' },
  { path: '/retro/dashboard', access: 'signed-in', signIn: '/retro/auth' },
  { path: '/retro/auth', access: 'signed-out', signedIn: '/retro/dashboard' },
);

describe('standaloneSite', () => {
  test('provides a sign-in page if the remote redirects visitors to a page that it does not own', () => {
    expect(planner.signInPaths).toEqual(['/auth']);
    expect(pageAt(planner, '/auth')).toEqual({ path: '/auth', access: 'signed-out', signedIn: '/dashboard' });
  });

  test("keeps the remote's own sign-in page, and adds the one that mails link to", () => {
    expect(retro.signInPaths).toEqual(['/auth']);
    expect(pageAt(retro, '/retro/auth')?.signedIn).toBe('/retro/dashboard');
    expect(pageAt(retro, '/auth')?.signedIn).toBe('/retro/dashboard');
  });

  test('redirects to a page of the remote if the declared one belongs to another part', () => {
    const door = siteOf({ path: '/door', access: 'signed-out', signedIn: '/dashboard' });
    expect(pageAt(door, '/door')?.signedIn).toBe('/door');
  });

  test('finds the page of an address with parameters, but never redirects to a page with parameters', () => {
    const claims = ['/notes/:id', '/notes/new', '/notes/*'].map((path): PageClaim => ({
      path,
      access: 'signed-in',
      signIn: '/auth',
    }));
    const notes = siteOf(...claims);
    expect(notes.first).toBe('/notes/new');
    expect(pageAt(notes, '/auth')?.signedIn).toBe('/notes/new');
    for (const [address, path] of [
      ['/notes/new', '/notes/new'],
      ['/notes/1/', '/notes/:id'],
      ['/notes/1/2', '/notes/*'],
    ] as const)
      expect(pageAt(notes, address)?.path).toBe(path);
    expect(pageAt(notes, '/note')).toBeNull();
  });

  test('refuses a remote without a page', () => {
    expect(() => siteOf()).toThrow(TypeError);
  });
});

test.each([
  [planner, '/', signedOut, '/dashboard'],
  [planner, '/dashboard', signedOut, '/auth'],
  [planner, '/dashboard/', signedOut, '/auth'],
  [planner, '/auth', signedIn, '/dashboard'],
  [planner, '/dashboard', signedIn, null],
  [planner, '/settings', signedOut, null],
  [retro, '/', signedIn, '/retro'],
  [retro, '/retro', signedOut, null],
  [retro, '/retro/dashboard', signedOut, '/retro/auth'],
  [retro, '/retro/auth', signedIn, '/retro/dashboard'],
  [planner, '/dashboard', { ...signedOut, wasDeleted: true }, '/auth'],
  [siteOf({ path: '/', access: 'public' }), '/', signedOut, null],
] as const)('redirectFor, case %#: %j', (site, path, session, expected) => {
  expect(redirectFor(site, path, session)).toBe(expected);
});
