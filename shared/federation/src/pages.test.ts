import { describe, expect, test } from 'vitest';
import { checkNavigation, checkPages, overlap, pageOf } from './pages.ts';
import type { PageClaim } from './registry.ts';

const PATHS = [
  '/',
  '/notes',
  '/notes/new',
  '/notes/:id',
  '/notes/:id/edit',
  '/notes/:id/:part',
  '/notes/:id/*',
  '/help/*',
  '/help/:topic',
];
const pages = PATHS.map((path) => ({ path }));

/** Pairs in a text: 'a b, c d'. */
const pairs = (text: string) => text.split(', ').map((pair) => pair.split(' ') as [string, string]);

const common = (pair: [string, string]) => [...pair, true] as const;
const distinct = (pair: [string, string]) => [...pair, false] as const;

describe('the page at an address', () => {
  test.each([
    ...pairs('/ /, /notes /notes, /notes/new /notes/new, /notes/1 /notes/:id, /notes/a%20b /notes/:id'),
    ...pairs('/notes/new/edit /notes/:id/edit, /notes/1/edit /notes/:id/edit, /notes/1/2 /notes/:id/:part'),
    ...pairs('/notes/1/2/3 /notes/:id/*, /help /help/*, /help/start /help/:topic, /help/start/here /help/*'),
  ])('%s is %s', (address, path) => {
    expect(pageOf(pages, address)?.path).toBe(path);
  });

  test.each([
    ...['/notes/', '/notes/1/', '/help/start/'],
    // A parameter may be escaped where it must be, in either case; our paths never are.
    ...['/notes/caf%C3%A9', '/notes/caf%c3%a9', '/notes/a%20b', '/notes/100%25', '/notes/a,b;c=d'],
  ])('%s has a page', (address) => {
    expect(pageOf(pages, address)).toBeDefined();
  });

  test.each([
    // Another address, an empty or hidden segment, a file, an escape that needs none, or of what no address may have.
    ...'/note /notesx/1 /Notes/1 /notes//2 /help//x /tasks/1 // /notes// //notes /notes/1// /./notes'.split(
      ' ',
    ),
    ...'/notes/. /notes/.. /notes/.x/y /index.html /notes/index.html /notes/1/index.html /index'.split(' '),
    ...'/404.html /NOTES /notes/logo.png /help/a/app.js /notes/x%2Ejs /%6eotes /%6Eotes'.split(' '),
    ...'/notes/%6eew /notes/x%2Dy /notes/%7e /notes%2F1 /notes/a%2fb /notes/%2e /notes/%2E%2e'.split(' '),
    ...String.raw`/notes/a%5Cb /notes/a\b /notes/%00 /notes/%0d /notes/%7F /notes/%ff /notes/%E0%A4%A`.split(
      ' ',
    ),
    ...['/notes/%', '/notes/%zz', '/notes/%c0%ae', ''],
  ])('%j has no page', (address) => {
    expect(pageOf(pages, address)).toBeUndefined();
  });
});

test.each([
  ...pairs('/notes /notes, /notes/:id /notes/new, /notes/:id /notes/:name, /notes/* /notes').map(common),
  ...pairs('/notes/* /notes/new/more, /notes/* /notes/:id, /notes/:id/edit /notes/new/:part').map(common),
  ...pairs('/notes/:id/* /notes/new').map(common),
  ...pairs('/notes /note, /notes/:id /notes, /notes/:id /notes/new/more, /notes/:id/* /notes').map(distinct),
  ...pairs('/notes/:id /tasks/:id, /notes/:id/edit /notes/new/more, /notes/* /').map(distinct),
])('%s and %s have an address in common: %s', (one, other, isCommon) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([isCommon, isCommon]);
});

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

  const page = (path: string, access: PageClaim['access'] = 'public', target = {}): PageClaim => ({
    path,
    access,
    ...target,
  });
  test.each<[PageClaim, string]>([
    [page('/notes'), '/notes belongs to notes'],
    [page('/auth'), '/auth belongs to shell'],
    [page('/notes/*'), '/notes/* overlaps with /notes, which belongs to notes'],
    ...'/clock/ /../clock /:zone /* /clock/*/hands /clock/:zone? /clock/:zone/:zone /clock/zone:id'
      .split(' ')
      .map((path): [PageClaim, string] => [page(path), `'${path}' is not the path of a page`]),
    ...'/remotes/x /auth/v1/token /_events /calendar/x /auth/* /auth/:step'
      .split(' ')
      .map((path): [PageClaim, string] => [page(path), `${path} is reserved for the site's own files`]),
    [page('/clock', 'signed-in'), "/clock is for people who are signed-in, and names no 'signIn' page"],
    [
      page('/clock', 'signed-in', { signIn: '/enter' }),
      '/clock sends people to /enter, and there is no such page',
    ],
    [
      page('/clock', 'signed-in', { signIn: '/dashboard' }),
      '/clock sends people to /dashboard, which would send them on as well',
    ],
    [page('/clock', 'signed-out'), "/clock is for people who are signed-out, and names no 'signedIn' page"],
  ])('refuses %j', (claim, message) => {
    expect(checkPages('clock', [claim], others)).toEqual([{ rule: 'pages', message }]);
  });

  test('lets a new remote claim paths with parameters', () => {
    const paths = ['/clock/:zone', '/clock/*', '/clock/:zone/hands/:hand/*', '/notes/clock/:zone'];
    expect(
      messages(
        'clock',
        paths.map((path) => page(path)),
        others,
      ),
    ).toEqual([]);
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
