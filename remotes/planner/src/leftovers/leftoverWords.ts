import { addDays, weekStartOf, type DayKey, type UndoneTask } from '@space/domain';

/** How many are counted; one more is asked for, to know that there are more. */
export const MOST_COUNTED = 100;

/**
 * Takes the tasks that were left undone and today; returns the line that says so (rule leftovers): 'from yesterday' where all
 * are, 'from last week' where all are of the week before this one, else 'from earlier days'.
 */
export function leftoverWords(undone: readonly UndoneTask[], today: DayKey): string {
  // The later ones were not asked for, so nothing more is known of their days.
  if (undone.length > MOST_COUNTED) return `More than ${MOST_COUNTED} from earlier days`;
  const yesterday = addDays(today, -1);
  const thisWeek = weekStartOf(today);
  const lastWeek = addDays(thisWeek, -7);
  const isAll = (holds: (day: DayKey) => boolean) => undone.every(({ task_date }) => holds(task_date));
  const from = isAll((day) => day === yesterday)
    ? 'yesterday'
    : isAll((day) => day >= lastWeek && day < thisWeek)
      ? 'last week'
      : 'earlier days';
  return `${undone.length} from ${from}`;
}
