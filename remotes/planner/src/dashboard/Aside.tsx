import { weekDays, type DayKey } from '@space/domain';
import { Slot, useToday } from '@space/platform';
import { useBoard } from '../board/board.ts';
import { jumpTo } from '../jump/jump.ts';
import { useWeekStart } from '../week/useWeekStart.ts';

/**
 * What other teams put below the week. The first tasks decide how far down that is, so it comes after them, and moves nothing
 * when it does.
 */
export function Aside() {
  const { start } = useWeekStart(useToday());
  const isSettled = useBoard(({ readAt, hasFailed }) => hasFailed || Object.keys(readAt).length > 0);
  if (!isSettled) return null;
  const data = { week: weekDays(start), onOpenDay: (day: DayKey) => jumpTo({ day, find: 'day' }) };
  return <Slot name="planner.aside" data={data} />;
}
