import { describe, expect, test } from 'vitest';
import { checkNavigation, checkPages } from './pageRules.ts';
import type { PageClaim } from './registry.ts';

const notes: PageClaim[] = [{ path: '/notes', access: 'public' }];
const shell: PageClaim[] = [{ path: '/auth', access: 'signed-out', signedIn: '/dashboard' }];
const planner: PageClaim[] = [{ path: '/dashboard', access: 'signed-in', signIn: '/auth' }];
const others = Object.entries({ shell, planner, notes }).map(([name, pages]) => ({ name, pages }));
const messages = (...input: Parameters<typeof checkPages>) =>
  checkPages(...input).map(({ message }) => message);

describe('checkPages', () => {
  test('lets a new remote claim free paths, also below a path of another remote', () => {
    const claims: PageClaim[] = [
      { path: '/clock', access: 'public' },
      { path: '/notes/clock', access: 'signed-in', signIn: '/auth' },
      { path: '/clock/enter', access: 'signed-out', signedIn: '/notes/clock' },
    ];
    expect(checkPages('clock', claims, others)).toEqual([]);
  });

  test('ignores the claims of an earlier version of the same remote', () => {
    expect(checkPages('notes', notes, others)).toEqual([]);
  });

  test('allows redirects to a page of a remote that is released later, without reserving that page', () => {
    const later: PageClaim[] = [{ path: '/door', access: 'signed-out', signedIn: '/clock' }];
    const claims: PageClaim[] = [{ path: '/clock', access: 'signed-in', signIn: '/door' }];
    expect(checkPages('clock', claims, others, later)).toEqual([]);
    expect(messages('clock', claims, others)).toEqual([
      '/clock sends people to /door, and there is no such page',
    ]);
    expect(checkPages('clock', [{ path: '/door', access: 'public' }], others, later)).toEqual([]);
  });

  test.each<[string, PageClaim, string]>([
    ['a page of another remote', { path: '/notes', access: 'public' }, '/notes belongs to notes'],
    ["the shell's page", { path: '/auth', access: 'public' }, '/auth belongs to shell'],
    [
      'a path with a trailing slash',
      { path: '/clock/', access: 'public' },
      "'/clock/' is not the path of a page",
    ],
    ["a path with '..'", { path: '/../clock', access: 'public' }, "'/../clock' is not the path of a page"],
    [
      'a path of release files',
      { path: '/remotes/x', access: 'public' },
      "/remotes/x is reserved for the site's own files",
    ],
    [
      'a path of the backend',
      { path: '/auth/v1/token', access: 'public' },
      "/auth/v1/token is reserved for the site's own files",
    ],
    [
      'a path of a service',
      { path: '/_events', access: 'public' },
      "/_events is reserved for the site's own files",
    ],
    [
      'a path of the calendar feed',
      { path: '/calendar/x', access: 'public' },
      "/calendar/x is reserved for the site's own files",
    ],
    [
      'a guarded page without a sign-in page',
      { path: '/clock', access: 'signed-in' },
      "/clock is for people who are signed-in, and names no 'signIn' page",
    ],
    [
      'a sign-in page that does not exist',
      { path: '/clock', access: 'signed-in', signIn: '/enter' },
      '/clock sends people to /enter, and there is no such page',
    ],
    [
      'a sign-in page that is guarded itself',
      { path: '/clock', access: 'signed-in', signIn: '/dashboard' },
      '/clock sends people to /dashboard, which would send them on as well',
    ],
    [
      'a page for visitors that names no page for users',
      { path: '/clock', access: 'signed-out' },
      "/clock is for people who are signed-out, and names no 'signedIn' page",
    ],
  ])('refuses %s', (_what, claim, message) => {
    expect(checkPages('clock', [claim], others)).toEqual([{ rule: 'pages', message }]);
  });

  test.each([['/clock/:zone'], ['/clock/*'], ['/clock/:zone/hands/:hand/*'], ['/notes/clock/:zone']])(
    'lets a new remote claim %s',
    (path) => {
      expect(messages('clock', [{ path, access: 'public' }], others)).toEqual([]);
    },
  );

  test.each([
    ['/notes/*', '/notes/* overlaps with /notes, which belongs to notes'],
    ['/auth/*', "/auth/* is reserved for the site's own files"],
    ['/auth/:step', "/auth/:step is reserved for the site's own files"],
    ['/:zone', "'/:zone' is not the path of a page"],
    ['/*', "'/*' is not the path of a page"],
    ['/clock/*/hands', "'/clock/*/hands' is not the path of a page"],
    ['/clock/:zone?', "'/clock/:zone?' is not the path of a page"],
    ['/clock/:zone/:zone', "'/clock/:zone/:zone' is not the path of a page"],
    ['/clock/zone:id', "'/clock/zone:id' is not the path of a page"],
  ])('refuses %s', (path, message) => {
    expect(messages('clock', [{ path, access: 'public' }], others)).toEqual([message]);
  });

  test('refuses a path that a page with parameters of another remote covers', () => {
    const taken = [{ name: 'notes', pages: [{ path: '/notes/:id', access: 'public' } as const] }];
    expect(messages('clock', [{ path: '/notes/new', access: 'public' }], taken)).toEqual([
      '/notes/new overlaps with /notes/:id, which belongs to notes',
    ]);
  });

  test('lets pages of one remote overlap only if one is more specific', () => {
    const claim = (path: string): PageClaim => ({ path, access: 'public' });
    expect(messages('clock', ['/clock/:zone', '/clock/new', '/clock/*'].map(claim), others)).toEqual([]);
    expect(messages('clock', ['/clock/:zone/edit', '/clock/new/:part'].map(claim), others)).toEqual([
      '/clock/new/:part and /clock/:zone/edit have addresses in common, and neither is more specific',
    ]);
  });

  test('reports a path that is claimed twice only once', () => {
    const claim: PageClaim = { path: '/clock', access: 'public' };
    expect(messages('clock', [claim, claim], [])).toEqual(['it claims /clock twice']);
  });
});

test('a navigation entry must lead to a single page of the remote itself', () => {
  const pages: PageClaim[] = [...notes, { path: '/notes/:id', access: 'public' }];
  expect(checkNavigation(pages, [{ path: '/notes', label: 'Notes' }])).toEqual([]);
  expect(checkNavigation(pages)).toEqual([]);
  for (const path of ['/dashboard', '/notes/:id', '/notes/1'])
    expect(checkNavigation(pages, [{ path, label: 'Week' }])).toEqual([
      {
        rule: 'pages',
        message: `'Week' in its navigation leads to ${path}, which is not one of its pages without parameters`,
      },
    ]);
});
