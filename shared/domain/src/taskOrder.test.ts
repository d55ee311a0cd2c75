import { describe, expect, test } from 'vitest';
import type { Task } from './task.ts';
import { orderTasks } from './taskOrder.ts';

// 's' starred, 'p' pinned, 'sp' both; the number tells equal ones apart.
function makeTask(id: string): Task {
  return {
    id,
    title: id,
    completed: false,
    starred: id.includes('s'),
    pinned: id.includes('p'),
    emoji: null,
    task_date: '2026-11-20',
    user_id: 'u',
    created_at: '2026-11-20 09:39:20.26+00',
  };
}

describe('orderTasks', () => {
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
    const tasks = given.split(' ').filter(Boolean).map(makeTask);
    expect(
      orderTasks(tasks)
        .map((task) => task.id)
        .join(' '),
    ).toBe(expected);
  });

  test('leaves the list it was given alone', () => {
    const tasks = [makeTask('1'), makeTask('s2')];
    Object.freeze(tasks);
    expect(orderTasks(tasks)).not.toBe(tasks);
    expect(tasks.map((task) => task.id)).toEqual(['1', 's2']);
  });

  test('does not look at what is done', () => {
    const tasks = [{ ...makeTask('1'), completed: true }, makeTask('2')];
    expect(orderTasks(tasks).map((task) => task.id)).toEqual(['1', '2']);
  });
});
