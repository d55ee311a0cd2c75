import { expect, test } from 'vitest';
import { routesOf } from './contract.ts';
import { describeRemote } from './contractKit.ts';

// A team adds a page to its remote: the tests need no more than its own declaration.
const pages = [
  { path: '/settings', access: 'signed-in', signIn: '/auth', title: 'Settings' },
  { path: '/settings/devices', access: 'signed-in', signIn: '/auth', title: 'Devices', sky: 'night' },
];
const Page = () => null;

const declaration = {
  name: 'settings',
  title: 'the settings',
  pages,
};
const loaders = { '/settings': async () => Page, '/settings/devices': async () => ({ default: Page }) };

describeRemote({ declaration, pages: loaders });

// A remote of the previous contract.
describeRemote({ declaration, routes: routesOf(pages, loaders) });

test('leaves no browser globals behind for later files in the same process', () => {
  expect(globalThis).not.toHaveProperty('window');
});
