import { expect, test } from 'vitest';
import { checkPrerendered, listedAddresses } from './pagesOf.ts';

const PAGE = '<main id="main"><h1 id="weeks" class="a__b__1">style="x"</h1><a href="/about">About</a></main>';
test.each([
  ['nothing of it', PAGE, null],
  ['useId', '<section aria-labelledby="_R_1a_"><h2 id="_R_1a_">Weeks</h2></section>', /useId/],
  ['a style attribute', '<div class="a" style="--x:1">x</div>', /style attribute/],
  ['a script', '<p>x</p><script>alert(1)</script>', /script element/],
  ['a file of public/', '<img class="a" src="/dog.png" alt="">', /file of public/],
  ['a file of public/ by its path on this machine', '<a href="file:///a/dog.pdf">x</a>', /file of public/],
  ['a built file', '<img src="./assets/dog-1.png" alt="">', /built file/],
])('whether a page can be prerendered, with %s', (_what, html, reason) => {
  expect(checkPrerendered(html)).toEqual(reason === null ? [] : [expect.stringMatching(reason)]);
});

const START = { address: '/help/start' };
const TASKS = { address: '/help/tasks' };
test.each([
  [[START, TASKS], [['/help/:topic', [START, TASKS]]]],
  [[{ address: '/help' }], /not the address of a page with parameters/],
  [[{ address: '/help/a/b' }], /not the address of a page with parameters/],
  [[{ address: '/notes/one' }], /not public/],
  [[{ address: '/help/a.b' }], /letters, digits/],
  [[{ address: 'help' }], /letters, digits/],
  [[START, START], /twice/],
] as const)('the addresses %j are grouped by the page that they open, or refused', (addresses, found) => {
  const pages = [
    { path: '/help', access: 'public', title: 'Help' },
    { path: '/help/:topic', access: 'public', title: 'Help' },
    { path: '/notes/*', access: 'signed-in', signIn: '/auth', title: 'Notes' },
  ] as const;
  const listed = () => [...listedAddresses('help', [...pages], [...addresses])];
  if (found instanceof RegExp) expect(listed).toThrow(found);
  else expect(listed()).toEqual(found);
});
