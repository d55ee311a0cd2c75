import type { DayKey } from '@space/domain';
import type { BoardState } from './boardTypes.ts';

/** The ids of what somebody here has put on a day, as one text with a space between each two, like `busyOn`. */
export function placedOn({ placed }: Pick<BoardState, 'placed'>, day: DayKey): string {
  return Object.entries(placed)
    .filter(([, on]) => on === day)
    .map(([id]) => id)
    .join(' ');
}
