import { expect, test } from 'vitest';
import { checkPrerendered, listedAddresses } from './pagesOf.ts';

test.each([
  ['useId', '<section aria-labelledby="_R_1a_"><h2 id="_R_1a_">Weeks</h2></section>', /useId/],
  ['a style attribute', '<div class="a" style="--x:1">x</div>', /style attribute/],
  ['a script', '<p>x</p><script>alert(1)</script>', /script element/],
  ['a file of public/', '<img class="a" src="/dog.png" alt="">', /file of public/],
  ['a file of public/ by its path on this machine', '<a href="file:///a/dog.pdf">x</a>', /file of public/],
  ['a built file', '<img src="./assets/dog-1.png" alt="">', /built file/],
])('a page with %s cannot be prerendered, and the reason is reported', (_what, html, reason) => {
  expect(checkPrerendered(html)).toEqual([expect.stringMatching(reason)]);
  const page =
    '<main id="main"><h1 id="weeks" class="a__b__1">style="x"</h1><a href="/about">About</a></main>';
  expect(checkPrerendered(page)).toEqual([]);
});

const pages = [
  { path: '/help', access: 'public', title: 'Help' },
  { path: '/help/:topic', access: 'public', title: 'Help' },
  { path: '/notes/*', access: 'signed-in', signIn: '/auth', title: 'Notes' },
] as const;
const listed = (addresses: readonly string[]) =>
  listedAddresses(
    'help',
    [...pages],
    addresses.map((address) => ({ address })),
  );

test('groups addresses by the page that they open', () => {
  expect(listed(['/help/start', '/help/tasks'])).toEqual(
    new Map([['/help/:topic', [{ address: '/help/start' }, { address: '/help/tasks' }]]]),
  );
});

test.each([
  [['/help'], /not the address of a page with parameters/],
  [['/help/a/b'], /not the address of a page with parameters/],
  [['/notes/one'], /not public/],
  [['/help/a.b'], /letters, digits/],
  [['help'], /letters, digits/],
  [['/help/start', '/help/start'], /twice/],
])('rejects the addresses %j', (addresses, reason) => {
  expect(() => listed(addresses)).toThrow(reason);
});
