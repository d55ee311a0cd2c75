import { expect, test } from 'vitest';
import { aTask } from '@space/platform/testing';
import { weekScore } from './weekStore.ts';

const tasks = (done: number, open: number) =>
  Array.from({ length: done + open }, (_, index) => aTask({ id: String(index), completed: index < done }));

test.each([
  { done: 0, open: 0, lit: 0, why: 'nothing to do' },
  { done: 0, open: 9, lit: 0, why: 'nothing done' },
  { done: 1, open: 99, lit: 1, why: 'the first task shows' },
  { done: 3, open: 12, lit: 2, why: 'a fifth' },
  { done: 5, open: 5, lit: 5, why: 'half' },
  { done: 199, open: 1, lit: 9, why: 'the last block waits for the last task' },
  { done: 7, open: 0, lit: 10, why: 'everything' },
])('$done of $done + $open light $lit of ten blocks: $why', ({ done, open, lit }) => {
  expect(weekScore([tasks(done, open)], 10)).toEqual({ done, total: done + open, lit });
});
