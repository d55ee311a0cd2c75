import { describe, expect, test } from 'vitest';
import { PAGES, pageFor } from './pages.ts';
import { PATHS } from './paths.ts';

describe('PAGES', () => {
  test('are the fourteen of the spec, with their owner, access and where the others are sent', () => {
    const lines = PAGES.map(({ path, owner, access, signIn, signedIn }) =>
      [path, owner, access, signIn ?? signedIn ?? ''].join(' ').trim(),
    );
    expect(lines.toSorted()).toEqual([
      '/ marketing public',
      '/about marketing public',
      '/admin shell public',
      '/auth shell signed-out /dashboard',
      '/dashboard planner signed-in /auth',
      '/jobs marketing public',
      '/pricing marketing public',
      '/retro retro public',
      '/retro/auth retro signed-out /retro/dashboard',
      '/retro/dashboard retro signed-in /retro/auth',
      '/retro/pricing retro public',
      '/rocket marketing public',
      '/settings settings signed-in /auth',
      '/terms marketing public',
    ]);
  });

  test('hold every named path once', () => {
    expect(PAGES.map((page) => page.path).toSorted()).toEqual(Object.values(PATHS).toSorted());
  });
});

describe('pageFor', () => {
  test.each(Object.values(PATHS))('knows %s, with a slash at its end too', (path) => {
    expect(pageFor(path)?.path).toBe(path);
    expect(pageFor(path === '/' ? '/' : `${path}/`)?.path).toBe(path);
  });

  test.each([
    '',
    '//',
    '/Dashboard',
    '/dashboard//',
    '/dashboard/x',
    '//dashboard',
    'dashboard',
    '/dash',
    '/retro/settings',
    '/retro/x',
    '/retro/dashboard/x',
    '/retrospective',
    '/dashboard?x=1',
    '/auth#x',
    '/%64ashboard',
    '/ dashboard',
    '/toString',
    '/nope',
  ])('does not know %j', (pathname) => expect(pageFor(pathname)).toBeNull());
});
