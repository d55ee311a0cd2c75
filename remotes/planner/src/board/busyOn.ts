import type { DayKey } from '@space/domain';
import type { BoardState } from './boardTypes.ts';

/**
 * The ids of a day's busy tasks as one text, with a space between each two: a value that stays equal while nothing about it
 * changes. Asked once for each day and not once for each row: a full week has thousands of rows, and nearly never more than
 * one busy task.
 */
export function busyOn({ busy, byDay }: Pick<BoardState, 'busy' | 'byDay'>, day: DayKey): string {
  const ids = Object.keys(busy);
  if (ids.length === 0) return '';
  const tasks = byDay[day] ?? [];
  return ids.filter((id) => tasks.some((task) => task.id === id)).join(' ');
}
