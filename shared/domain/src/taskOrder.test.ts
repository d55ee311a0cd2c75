import { describe, expect, test } from 'vitest';
import type { Task } from './task.ts';
import { orderTasks } from './taskOrder.ts';

// 's' starred, 'p' pinned, 'sp' both; the number distinguishes tasks with the same marks.
function makeTask(id: string): Task {
  return {
    id,
    title: id,
    completed: id.includes('1'),
    starred: id.includes('s'),
    pinned: id.includes('p'),
    emoji: null,
    task_date: '2026-11-20',
    user_id: 'u',
    created_at: '2026-11-20 09:39:20.26+00',
  };
}

describe('task-order: orderTasks', () => {
  test.each([
    ['', ''],
    ['1 2 3', '1 2 3'],
    ['1 s2', 's2 1'],
    ['1 p2', 'p2 1'],
    ['p1 s2', 's2 p1'],
    ['s1 sp2 p3 4', 'sp2 s1 p3 4'],
    ['4 p3 s1 sp2', 'sp2 s1 p3 4'],
    ['3 s3 2 s2 1 s1 p2 p1', 's3 s2 s1 p2 p1 3 2 1'],
  ])('turns "%s" into "%s"', (given, expected) => {
    // orderTasks does not change its argument (frozen) and ignores `completed`.
    const tasks = Object.freeze(given.split(' ').filter(Boolean).map(makeTask));
    const ids = orderTasks(tasks).map((task) => task.id);
    expect(ids.join(' ')).toBe(expected);
  });
});
