import { weekDays, type DayKey } from '@space/domain';
import { Slot, useToday } from '@space/platform';
import { useBoard } from '../board/board.ts';
import { jumpTo } from '../jump/jump.ts';
import { useWeekStart } from '../week/useWeekStart.ts';

/**
 * The slot below the week, which other remotes fill. The week's first tasks decide its position, so it renders after them
 * and shifts nothing.
 */
export function Aside() {
  const { start } = useWeekStart(useToday());
  const isSettled = useBoard(({ readAt, hasFailed }) => hasFailed || Object.keys(readAt).length > 0);
  if (!isSettled) return null;
  const data = { week: weekDays(start), onOpenDay: (day: DayKey) => jumpTo({ day, find: 'day' }) };
  return <Slot name="planner.aside" data={data} />;
}
