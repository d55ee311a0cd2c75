import type { DayKey } from '@space/domain';
import type { BoardState } from './boardTypes.ts';

/**
 * The ids of the new tasks that a day waits for, as one text with a space between each two, like `busyOn`. A task that has
 * come is not among them, whatever the board still says of it.
 */
export function awaitedOn({ awaited, byDay }: Pick<BoardState, 'awaited' | 'byDay'>, day: DayKey): string {
  const tasks = byDay[day] ?? [];
  return Object.entries(awaited)
    .filter(([id, on]) => on === day && !tasks.some((task) => task.id === id))
    .map(([id]) => id)
    .join(' ');
}
