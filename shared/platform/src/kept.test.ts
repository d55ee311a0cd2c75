import { expect, test } from 'vitest';
import { hasToGo } from './kept.ts';

const STORED = ['ann week', 'ann waiting:1', 'ben week', 'ben waiting:2'];

test.each([
  ['ann', ['ben week', 'ben waiting:2']],
  [null, ['ann week', 'ben week']],
])('kept-data: with %s signed in, %j is deleted', (userId, gone) => {
  const isGone = (entry: string) => hasToGo(userId)(...(entry.split(' ') as [string, string]));
  expect(STORED.filter(isGone)).toEqual(gone);
});
