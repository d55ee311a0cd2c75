import type { DayKey } from '@space/domain';
import type { BoardState } from './boardTypes.ts';
import { placedOn } from './placedOn.ts';
import { findTask } from './tasksByDay.ts';

/**
 * The ids of the tasks that a day waits for, as one text with a space between each two, like `busyOn`: what is being put
 * there, and is not on the board.
 */
export function awaitedOn({ placed, busy, byDay }: BoardState, day: DayKey): string {
  return placedOn({ placed }, day)
    .split(' ')
    .filter((id) => busy[id] && !findTask(byDay, id))
    .join(' ');
}
