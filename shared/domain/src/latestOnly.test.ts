import { expect, it } from 'vitest';
import { latestOnly } from './latestOnly.ts';

it('knows the latest of several requests, and none after one that is not asked', () => {
  const begin = latestOnly();
  const isFirstLatest = begin();
  expect(isFirstLatest()).toBe(true);
  const isSecondLatest = begin();
  expect([isFirstLatest(), isSecondLatest()]).toEqual([false, true]);
  begin();
  expect([isFirstLatest(), isSecondLatest()]).toEqual([false, false]);
});

it('keeps the requests of two stores apart', () => {
  const [begin, beginOther] = [latestOnly(), latestOnly()];
  const isLatest = begin();
  beginOther();
  expect(isLatest()).toBe(true);
});
