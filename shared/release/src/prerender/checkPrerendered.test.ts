import { expect, test } from 'vitest';
import { checkPrerendered } from './checkPrerendered.ts';

test.each([
  ['useId', '<section aria-labelledby="_R_1a_"><h2 id="_R_1a_">Weeks</h2></section>', /useId/],
  ['a style attribute', '<div class="a" style="--x:1">x</div>', /style attribute/],
  ['a script', '<p>x</p><script>alert(1)</script>', /script element/],
  ['a file of public/', '<img class="a" src="/dog.png" alt="">', /file of public/],
  ['a file of public/ by its path on this machine', '<a href="file:///a/dog.pdf">x</a>', /file of public/],
  ['a built file', '<img src="./assets/dog-1.png" alt="">', /built file/],
])('a page with %s cannot be prerendered, and the reason is reported', (_what, html, reason) => {
  expect(checkPrerendered(html)).toEqual([expect.stringMatching(reason)]);
});

test('an ordinary page can be prerendered', () => {
  const html =
    '<main id="main"><h1 id="weeks" class="marketing__A__b__1">style="x"</h1><a href="/about">About</a></main>';
  expect(checkPrerendered(html)).toEqual([]);
});
