import type { Task } from './task.ts';

/** Returns a new list: starred tasks first, then pinned ones, else in the given order (rule task-order). */
export function orderTasks(tasks: readonly Task[]): Task[] {
  return [...tasks].sort(
    (a, b) => Number(b.starred) - Number(a.starred) || Number(b.pinned) - Number(a.pinned),
  );
}
