import type { Task } from '@space/domain';

/** How many tasks of a long day are shown before 'Show more'. */
export const FOLD_AT = 8;

/**
 * Takes the tasks of a day in their order, whether the day is unfolded, and the ids of those that were put there on this
 * page; returns the tasks that are shown. Starred and pinned ones are never folded away (rule pinned-visible), nor what was
 * written, moved or restored here; and a fold that would hide a single task is not worth its button.
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
