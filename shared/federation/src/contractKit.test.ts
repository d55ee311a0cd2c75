import { expect, test } from 'vitest';
import { routesOf } from './contract.ts';
import { describeRemote } from './contractKit.ts';

// A team adds a page to its remote: its own declaration is all that its tests ask for.
const pages = [
  { path: '/settings', access: 'signed-in', signIn: '/auth', title: 'Settings' },
  { path: '/settings/devices', access: 'signed-in', signIn: '/auth', title: 'Devices', sky: 'night' },
];
const Page = () => null;
const fills = [{ slot: 'planner.aside', title: 'Devices' }];

const declaration = {
  name: 'settings',
  title: 'the settings',
  pages,
  offers: ['settings.below'],
  fills,
};
const loaders = { '/settings': async () => Page, '/settings/devices': async () => ({ default: Page }) };
const slots = { 'planner.aside': async () => Page };

describeRemote({ declaration, pages: loaders, slots });

// A remote of the contract before this one.
describeRemote({ declaration, routes: routesOf(pages, loaders), slots });

test('leaves nothing of a browser behind for the files that follow in the same process', () => {
  expect(globalThis).not.toHaveProperty('window');
});
