import { expect, test } from 'vitest';
import { listedAddresses } from './listedAddresses.ts';

const pages = [
  { path: '/help', access: 'public', title: 'Help' },
  { path: '/help/:topic', access: 'public', title: 'Help' },
  { path: '/notes/*', access: 'signed-in', signIn: '/auth', title: 'Notes' },
] as const;
const listed = (...addresses: string[]) =>
  listedAddresses(
    'help',
    [...pages],
    addresses.map((address) => ({ address })),
  );

test('addresses stand by the page that they open', () => {
  expect(listed('/help/start', '/help/tasks')).toEqual(
    new Map([['/help/:topic', [{ address: '/help/start' }, { address: '/help/tasks' }]]]),
  );
  expect(listed()).toEqual(new Map());
});

test.each([
  ['/help', /no address of a page with parameters/],
  ['/other/start', /no address of a page with parameters/],
  ['/help/a/b', /no address of a page with parameters/],
  ['/notes/one', /not public/],
  ['/help/a.b', /letters, digits/],
  ['/help/:topic', /letters, digits/],
  ['help', /letters, digits/],
])('%s is refused', (address, reason) => {
  expect(() => listed(address)).toThrow(reason);
});

test('an address that is listed twice is refused', () => {
  expect(() => listed('/help/start', '/help/start')).toThrow(/twice/);
});
