import type { Task } from './task.ts';

/**
 * Takes the tasks of a day in their order of creation; returns a new list with starred tasks first, then pinned ones,
 * and the order otherwise unchanged.
 */
export function orderTasks(tasks: readonly Task[]): Task[] {
  return [...tasks].sort(
    (a, b) => Number(b.starred) - Number(a.starred) || Number(b.pinned) - Number(a.pinned),
  );
}
