import type { DayKey } from '@space/domain';
import { useBoardAfterPaint } from '../board/board.ts';
import { weekCounts, type WeekCounts } from './weekCounts.ts';

/**
 * Counts the shown days, or says null while the server has not answered for all of them. What changed in a day is shown
 * first; what it means for the week follows in the next frame.
 */
export function useWeekCounts(days: readonly DayKey[]): WeekCounts | null {
  const byDay = useBoardAfterPaint((state) => state.byDay);
  const isKnown = useBoardAfterPaint(({ readAt }) => days.every((day) => readAt[day] !== undefined));
  return isKnown ? weekCounts(days, byDay) : null;
}
