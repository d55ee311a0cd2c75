import { expect, test } from 'vitest';
import * as platform from './index.ts';
import * as fake from './testing.ts';

/** What the shell alone uses. */
const INTERNAL = new Set(['loadBackend', 'onNotice', 'onReport']);

test('the fake has every name that a remote may use', () => {
  const names = Object.keys(platform).filter((name) => !INTERNAL.has(name));
  expect(Object.keys(fake)).toEqual(expect.arrayContaining(names));
});
