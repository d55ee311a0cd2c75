import type { DayKey } from '@space/domain';
import type { BoardState } from './boardTypes.ts';
import { findTask } from './tasksByDay.ts';

// Lists are new with each call: read them through `useShallow`, which keeps the earlier list while its ids are the same.

/** Reads the ids of a day's busy tasks: once for each day, because a full week has thousands of rows. */
export const busyTaskIds =
  (day: DayKey) =>
  ({ busy, byDay }: Pick<BoardState, 'busy' | 'byDay'>): string[] => {
    const ids = Object.keys(busy);
    if (ids.length === 0) return ids;
    const tasks = byDay[day] ?? [];
    return ids.filter((id) => tasks.some((task) => task.id === id));
  };

/** Reads the ids of the tasks that were written on, moved to or restored to a day on this page. */
export const locallyPlacedIds =
  (day: DayKey) =>
  ({ placed }: Pick<BoardState, 'placed'>): string[] =>
    Object.keys(placed).filter((id) => placed[id] === day);

/** Reads the ids of the tasks that are being sent to a day and are not on the board. */
export const pendingTaskIds =
  (day: DayKey) =>
  ({ placed, busy, byDay }: Pick<BoardState, 'placed' | 'busy' | 'byDay'>): string[] =>
    locallyPlacedIds(day)({ placed }).filter((id) => busy[id] && !findTask(byDay, id));
