import type { Task } from '@space/domain';

/** How many tasks of a long day are shown before 'Show more'. */
export const FOLD_AT = 8;

/**
 * Takes a day's tasks in display order, whether the day is unfolded, and the ids of tasks that were placed there on this
 * page; returns the visible tasks. Starred and pinned tasks are never hidden (rule pinned-visible), nor tasks that were
 * added, moved or restored on this page. A single task is never hidden: the button would take as much room.
 */
export function foldTasks(
  tasks: readonly Task[],
  isUnfolded: boolean,
  placed: readonly string[] = [],
): readonly Task[] {
  if (isUnfolded || tasks.length <= FOLD_AT + 1) return tasks;
  const shown = tasks.filter(
    ({ id, starred, pinned }, index) => index < FOLD_AT || starred || pinned || placed.includes(id),
  );
  return shown.length + 1 < tasks.length ? shown : tasks;
}
