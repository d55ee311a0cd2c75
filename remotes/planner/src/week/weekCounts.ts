import type { DayKey, Task } from '@space/domain';
import { useBoardAfterPaint } from '../board/board.ts';

export type WeekCounts = NonNullable<ReturnType<typeof useWeekCounts>>;

const countOf = (tasks: readonly Task[] = []) => ({
  count: tasks.length,
  done: tasks.filter((task) => task.completed).length,
});

/**
 * Counts the tasks of the shown days, together and of each; null until all of these days are loaded. A change is painted in
 * its day first; the counts of the week follow in the next frame.
 */
export function useWeekCounts(days: readonly DayKey[]) {
  const byDay = useBoardAfterPaint((state) => state.byDay);
  const isKnown = useBoardAfterPaint(({ readAt }) => days.every((day) => readAt[day] !== undefined));
  if (!isKnown) return null;
  const tasks = days.flatMap((day) => byDay[day] ?? []);
  return {
    ...countOf(tasks),
    days: days.map((day) => ({ day, ...countOf(byDay[day]) })),
    starredLeft: tasks.filter((task) => task.starred && !task.completed).length,
  };
}
