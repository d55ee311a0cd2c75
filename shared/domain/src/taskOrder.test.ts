import { expect, test } from 'vitest';
import type { Task } from './task.ts';
import { orderTasks } from './taskOrder.ts';

/** 's' is starred, 'p' pinned, 'sp' both; the number distinguishes tasks with the same marks, and 1 is completed. */
const taskOf = (id: string) =>
  ({ id, completed: id.includes('1'), starred: id.includes('s'), pinned: id.includes('p') }) as Task;

test.each([
  ['', ''],
  ['p1 s2', 's2 p1'],
  ['s1 sp2 p3 4', 'sp2 s1 p3 4'],
  ['3 s3 2 s2 1 s1 p2 p1', 's3 s2 s1 p2 p1 3 2 1'],
])('task-order: %j becomes %j, whatever is completed, as a new list', (given, expected) => {
  const tasks = Object.freeze(given.split(' ').filter(Boolean).map(taskOf));
  expect(
    orderTasks(tasks)
      .map(({ id }) => id)
      .join(' '),
  ).toBe(expected);
});
