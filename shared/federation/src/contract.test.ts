import { expect, test } from 'vitest';
import { checkRemoteModule, routesOf } from './contract.ts';

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

test("a path that belongs to another remote is refused by name, and so is one that is nobody's", () => {
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
