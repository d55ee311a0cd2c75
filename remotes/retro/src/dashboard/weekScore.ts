import type { Task } from '@space/domain';

export interface WeekScore {
  done: number;
  total: number;
  /** How many of the bar's blocks are lit. */
  lit: number;
}

/**
 * Counts the completed tasks of a week. The first block lights up with the first completed task, and the last block only
 * with the last one: a bar that is full early, or empty after some work, would mislead.
 */
export function weekScore(days: readonly (readonly Task[])[], blocks: number): WeekScore {
  const tasks = days.flat();
  const total = tasks.length;
  const done = tasks.filter((task) => task.completed).length;
  const share = total === 0 ? 0 : Math.floor((done / total) * blocks);
  return { done, total, lit: done > 0 ? Math.max(1, share) : 0 };
}
