import { dayLabel, weekDays, weekdayName, type DayKey } from '@space/domain';

/** A day that a task can be moved to, with its label in the 'Move to' menu. */
export interface MoveTarget {
  day: DayKey;
  label: string;
}

/** The label of the item, after those days, that leads to a date field. */
export const ANOTHER_DAY = 'Another day…';

/**
 * Lists where a task can be moved (rule task-moves): today, then the visible days, without the day it is on.
 *
 * Takes the task's day, the first visible day and today; returns the days in the order of the menu.
 */
export function moveTargets(from: DayKey, start: DayKey, today: DayKey): MoveTarget[] {
  const days = weekDays(start)
    .filter((day) => day !== today)
    .map((day) => ({ day, label: `${weekdayName(day)}, ${dayLabel(day, today)}` }));
  return [{ day: today, label: 'Today' }, ...days].filter(({ day }) => day !== from);
}
