import type { Task } from '@space/domain';

/** How many tasks of a long day are shown before 'Show more'. */
export const FOLD_AT = 8;

const NONE: ReadonlySet<string> = new Set();

/**
 * Takes the tasks of a day in their order, whether the day is unfolded, and the ids of those that were just written here;
 * returns the tasks that are shown. Starred and pinned ones are never folded away (D-24), nor what somebody has just
 * written; and a fold that would hide a single task is not worth its button.
 */
export function foldTasks(
  tasks: readonly Task[],
  isUnfolded: boolean,
  written: ReadonlySet<string> = NONE,
): readonly Task[] {
  if (isUnfolded || tasks.length <= FOLD_AT + 1) return tasks;
  const shown = tasks.filter(
    ({ id, starred, pinned }, index) => index < FOLD_AT || starred || pinned || written.has(id),
  );
  return shown.length + 1 < tasks.length ? shown : tasks;
}
