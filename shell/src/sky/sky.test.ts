import { expect, test } from 'vitest';
import { skyAt } from './sky.ts';

test.each([
  ['/', 'night'],
  ['/about', 'night'],
  ['/rocket', 'night'],
  ['/auth', 'night'],
  ['/dashboard', 'system'],
  ['/settings', 'system'],
  ['/admin', 'system'],
  ['/no-such-page', 'system'],
  ['/retro', 'none'],
  ['/retro/dashboard', 'none'],
  ['/retro/no-such-page', 'none'],
  ['/retrospective', 'system'],
])('the sky behind %s is %s', (path, sky) => {
  expect(skyAt(path)).toBe(sky);
});
