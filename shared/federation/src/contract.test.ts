import { describe, expect, test } from 'vitest';
import { CONTRACTS, adaptModule, contractOf } from './adapters.ts';
import { checkRemoteModule, routesOf } from './contract.ts';
import { CONTRACT_VERSION } from './contractVersion.ts';

const page = {
  path: '/settings',
  handle: { title: 'Settings' },
  lazy: async () => ({ Component: () => null }),
};

const ownerOf = (path: string) => (path === page.path ? 'settings' : null);

test('a list of pages that the remote owns is accepted', () => {
  expect(checkRemoteModule({ routes: [page] }, 'settings', ownerOf)).toEqual({ ok: true, routes: [page] });
});

test.each([
  ['nothing', undefined],
  ['no routes', {}],
  ['an empty list', { routes: [] }],
  ['a page without a title', { routes: [{ ...page, handle: {} }] }],
  ['a page without code', { routes: [{ ...page, lazy: 'x' }] }],
  ['a page that is null', { routes: [null] }],
])('%s is refused', (_, module) => {
  expect(checkRemoteModule(module, 'settings', ownerOf)).toEqual({
    ok: false,
    reason: "'settings' exposes no list of routes",
  });
});

test('refuses a path of another remote or of none, and names it', () => {
  for (const path of ['/dashboard', '/nowhere']) {
    expect(checkRemoteModule({ routes: [page, { ...page, path }] }, 'settings', ownerOf)).toEqual({
      ok: false,
      reason: `'settings' claims ${path}, which is not its own`,
    });
  }
});

test('routes are the declared pages with their components', async () => {
  const Page = () => null;
  const pages = [{ path: '/settings', title: 'Settings' }];
  const [route] = routesOf(pages, { '/settings': async () => Page });
  expect(route).toMatchObject({ path: '/settings', handle: { title: 'Settings' } });
  expect(await route?.lazy()).toEqual({ Component: Page });
  expect(() => routesOf(pages, {})).toThrow('/settings is declared in remote.json and has no component');
});

describe('a module of any contract version', () => {
  const Page = () => null;
  const declared = { title: 'the settings', pages: [{ path: '/settings', title: 'Settings' }] };
  const check = (module: unknown) => checkRemoteModule(adaptModule(module, declared), 'settings', ownerOf);

  test('has the contract version that its exports imply; the newest is the one that remotes are built for', () => {
    expect(contractOf(['routes'])).toBe(1);
    expect(contractOf(['pages', 'other'])).toBe(2);
    expect(contractOf(['routes', 'pages'])).toBe(2);
    expect(contractOf(['default'])).toBe(null);
    expect(CONTRACTS.at(-1)).toBe(CONTRACT_VERSION);
  });

  test.each([
    ['a list of routes, as in the previous contract', { routes: [page] }],
    ['a map of components', { pages: { '/settings': async () => Page } }],
    ['a map of modules', { pages: { '/settings': async () => ({ default: Page }) } }],
  ])('opens the same page: %s', async (_, module) => {
    const verdict = check(module);
    const [route] = verdict.ok ? verdict.routes : [];
    expect(route).toMatchObject({ path: '/settings', handle: { title: 'Settings' } });
    expect(typeof (await route?.lazy())?.Component).toBe('function');
  });

  test('keeps its other exports, and gets the remote’s title for an undeclared page', () => {
    const other = {};
    const adapted = adaptModule({ other, pages: { '/settings': Page } }, { ...declared, pages: [] });
    expect(adapted).toMatchObject({ other, routes: [{ handle: { title: 'the settings' } }] });
  });

  test.each([
    ['no known contract', { default: Page }, 'exposes no list of routes'],
    ['a list instead of a map', { pages: [page] }, 'exposes no list of routes'],
    ['a page without code', { pages: { '/settings': 'x' } }, 'exposes no list of routes'],
    [
      'a page of another remote',
      { pages: { '/dashboard': Page } },
      'claims /dashboard, which is not its own',
    ],
  ])('is refused: %s', (_, module, reason) => {
    expect(check(module)).toEqual({ ok: false, reason: `'settings' ${reason}` });
  });
});
