import type { DayKey } from '@space/domain';
import { useBoard } from '../board/board.ts';
import type { WeekCounts } from './weekCounts.ts';
import { weekCounts } from './weekCounts.ts';

/** Counts the shown days, or says null while the server has not answered for all of them. */
export function useWeekCounts(days: readonly DayKey[]): WeekCounts | null {
  const byDay = useBoard((state) => state.byDay);
  const isKnown = useBoard(({ readAt }) => days.every((day) => readAt[day] !== undefined));
  return isKnown ? weekCounts(days, byDay) : null;
}
