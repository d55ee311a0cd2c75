import { addDays, weekStartOf, type DayKey, type UndoneTask } from '@space/domain';

/** How many tasks are counted. One more is queried, to know whether there are more. */
export const MAX_COUNTED = 100;

/**
 * Takes the unfinished tasks and today; returns the text of the line (rule leftovers): 'from yesterday' if all are, 'from
 * last week' if all are of the week before this one, else 'from earlier days'.
 */
export function leftoverWords(undone: readonly UndoneTask[], today: DayKey): string {
  // The later tasks were not queried, so their days are unknown.
  if (undone.length > MAX_COUNTED) return `More than ${MAX_COUNTED} from earlier days`;
  const yesterday = addDays(today, -1);
  const thisWeek = weekStartOf(today);
  const lastWeek = addDays(thisWeek, -7);
  const areAll = (matches: (day: DayKey) => boolean) => undone.every(({ task_date }) => matches(task_date));
  const from = areAll((day) => day === yesterday)
    ? 'yesterday'
    : areAll((day) => day >= lastWeek && day < thisWeek)
      ? 'last week'
      : 'earlier days';
  return `${undone.length} from ${from}`;
}
