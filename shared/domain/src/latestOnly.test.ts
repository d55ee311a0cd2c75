import { expect, it } from 'vitest';
import { latestOnly } from './latestOnly.ts';

it('knows the latest of several requests of one store, and none after one that is not asked', () => {
  const [begin, beginOther] = [latestOnly(), latestOnly()];
  const isFirstLatest = begin();
  beginOther();
  expect(isFirstLatest()).toBe(true);
  const isSecondLatest = begin();
  expect([isFirstLatest(), isSecondLatest()]).toEqual([false, true]);
  begin();
  expect([isFirstLatest(), isSecondLatest()]).toEqual([false, false]);
});
