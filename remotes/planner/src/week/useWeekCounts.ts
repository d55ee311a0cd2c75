import type { DayKey } from '@space/domain';
import { useBoardAfterPaint } from '../board/board.ts';
import { weekCounts, type WeekCounts } from './weekCounts.ts';

/**
 * Counts the tasks of the shown days; null until all of these days are loaded. A change is painted in its day first; the
 * counts of the week follow in the next frame.
 */
export function useWeekCounts(days: readonly DayKey[]): WeekCounts | null {
  const byDay = useBoardAfterPaint((state) => state.byDay);
  const isKnown = useBoardAfterPaint(({ readAt }) => days.every((day) => readAt[day] !== undefined));
  return isKnown ? weekCounts(days, byDay) : null;
}
