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

test('groups addresses by the page that they open', () => {
  expect(listed('/help/start', '/help/tasks')).toEqual(
    new Map([['/help/:topic', [{ address: '/help/start' }, { address: '/help/tasks' }]]]),
  );
  expect(listed()).toEqual(new Map());
});

test.each([
  ['/help', /not the address of a page with parameters/],
  ['/other/start', /not the address of a page with parameters/],
  ['/help/a/b', /not the address of a page with parameters/],
  ['/notes/one', /not public/],
  ['/help/a.b', /letters, digits/],
  ['/help/:topic', /letters, digits/],
  ['help', /letters, digits/],
])('rejects the address %s', (address, reason) => {
  expect(() => listed(address)).toThrow(reason);
});

test('rejects an address that is listed twice', () => {
  expect(() => listed('/help/start', '/help/start')).toThrow(/twice/);
});
