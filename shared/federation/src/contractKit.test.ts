import { routesOf } from './contract.ts';
import { describeRemote } from './contractKit.ts';

// A team adds a page to its remote: its own declaration is all that its tests ask for.
const pages = [
  { path: '/settings', access: 'signed-in', signIn: '/auth', title: 'Settings' },
  { path: '/settings/devices', access: 'signed-in', signIn: '/auth', title: 'Devices', sky: 'night' },
];
const Page = () => null;

const declaration = { name: 'settings', title: 'the settings', pages };
const loaders = { '/settings': async () => Page, '/settings/devices': async () => ({ default: Page }) };

describeRemote({ declaration, pages: loaders });

// A remote of the contract before this one.
describeRemote({ declaration, routes: routesOf(pages, loaders) });
