import type { Task } from './task.ts';

/** Returns the tasks of a day with starred ones first, then pinned ones, and their order otherwise unchanged. */
export function orderTasks(tasks: readonly Task[]): Task[] {
  return [...tasks].sort(
    (a, b) => Number(b.starred) - Number(a.starred) || Number(b.pinned) - Number(a.pinned),
  );
}
