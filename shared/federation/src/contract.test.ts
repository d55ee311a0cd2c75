import { expect, test } from 'vitest';
import { checkRemoteModule, routesOf } from './contract.ts';

const Page = () => null;
const pages = { '/settings': async () => Page, '/settings/devices': async () => ({ default: Page }) };
const declaration = {
  name: 'settings',
  title: 'the settings',
  pages: [
    { path: '/settings', access: 'signed-in', signIn: '/auth', title: 'Settings' },
    { path: '/settings/devices', access: 'signed-in', signIn: '/auth', title: 'Devices', sky: 'night' },
  ],
};
const ownerOf = (path: string) => (path.startsWith('/settings') ? 'settings' : null);
const check = (module: unknown) => checkRemoteModule(module, 'settings', declaration, ownerOf);

test('the pages that a remote owns become routes with their declared titles', async () => {
  const verdict = check({ pages, other: 1 });
  expect(verdict).toMatchObject({
    ok: true,
    routes: [
      { path: '/settings', handle: { title: 'Settings' } },
      { path: '/settings/devices', handle: { title: 'Devices', sky: 'night' } },
    ],
  });
  const routes = verdict.ok ? verdict.routes : [];
  expect(await Promise.all(routes.map(async ({ lazy }) => (await lazy()).Component))).toEqual([Page, Page]);
});

test('a page whose title is unknown has the title of its remote', () => {
  const [route] = routesOf({ title: 'the settings', pages: [] }, pages);
  expect(route?.handle).toEqual({ title: 'the settings' });
});

test.each([
  ['nothing', undefined],
  ['no pages', {}],
  ['the export of an earlier contract', { routes: [{ path: '/settings' }] }],
  ['an empty list', { pages: {} }],
  ['a page that is no function', { pages: { '/settings': Page, '/settings/devices': 'x' } }],
  ['a text', 'pages'],
])('%s is refused', (_, module) => {
  const reason = "'settings' exposes no `pages`, a function for the path of each page";
  expect(check(module)).toEqual({ ok: false, reason });
});

test('a path of another remote or of none is refused by name', () => {
  for (const path of ['/dashboard', '/nowhere']) {
    const reason = `'settings' claims ${path}, which is not its own`;
    expect(check({ pages: { ...pages, [path]: async () => Page } })).toEqual({ ok: false, reason });
  }
});
