import type { Task } from '@space/domain';

/** How many tasks of a long day are shown before 'Show more'. */
export const FOLD_AT = 12;

/**
 * Takes the tasks of a day in their order and whether the day is unfolded; returns those that are shown. Starred and
 * pinned ones are never folded away (D-24), and a fold that would hide a single task is not worth its button.
 */
export function foldTasks(tasks: readonly Task[], isUnfolded: boolean): readonly Task[] {
  if (isUnfolded || tasks.length <= FOLD_AT + 1) return tasks;
  return tasks.filter((task, index) => index < FOLD_AT || task.starred || task.pinned);
}
