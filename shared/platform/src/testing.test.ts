import { expect, test } from 'vitest';
import * as platform from './index.ts';
import * as fake from './testing.ts';

test('the fake has every name that a remote may use', () => {
  expect(Object.keys(fake)).toEqual(expect.arrayContaining(Object.keys(platform)));
});
