import type { DayKey } from '@space/domain';
import { useBoardAfterPaint } from '../board/board.ts';

export interface DayCount {
  day: DayKey;
  count: number;
  done: number;
}

/** The same for each shown day and for all of them together. */
export interface WeekCounts {
  days: readonly DayCount[];
  count: number;
  done: number;
  /** Starred tasks that are not done yet. */
  starred: number;
}

/**
 * Counts the tasks of the shown days; null until all of these days are loaded. A change is painted in its day first; the
 * counts of the week follow in the next frame.
 */
export function useWeekCounts(days: readonly DayKey[]): WeekCounts | null {
  const byDay = useBoardAfterPaint((state) => state.byDay);
  const isKnown = useBoardAfterPaint(({ readAt }) => days.every((day) => readAt[day] !== undefined));
  if (!isKnown) return null;
  const tasks = days.flatMap((day) => byDay[day] ?? []);
  return {
    days: days.map((day) => {
      const ofDay = byDay[day] ?? [];
      return { day, count: ofDay.length, done: ofDay.filter((task) => task.completed).length };
    }),
    count: tasks.length,
    done: tasks.filter((task) => task.completed).length,
    starred: tasks.filter((task) => task.starred && !task.completed).length,
  };
}
