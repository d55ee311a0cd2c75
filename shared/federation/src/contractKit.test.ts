import { routesOf } from './contract.ts';
import { describeRemote } from './contractKit.ts';
import { slotsOf } from './slots.ts';

// A team adds a page to its remote: its own declaration is all that its tests ask for.
const pages = [
  { path: '/settings', access: 'signed-in', signIn: '/auth', title: 'Settings' },
  { path: '/settings/devices', access: 'signed-in', signIn: '/auth', title: 'Devices', sky: 'night' },
];
const Page = () => null;
const fills = [{ slot: 'planner.aside', title: 'Devices' }];

describeRemote({
  declaration: { name: 'settings', title: 'the settings', pages, offers: ['settings.below'], fills },
  routes: routesOf(pages, { '/settings': async () => Page, '/settings/devices': async () => Page }),
  slots: slotsOf<{ 'planner.aside': object }>(fills, { 'planner.aside': async () => Page }),
});
