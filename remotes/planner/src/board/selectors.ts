import type { DayKey } from '@space/domain';
import type { BoardState } from './boardTypes.ts';
import { findTask } from './tasksByDay.ts';

// Each call returns a new list: read it through `useShallow`, which keeps the old list while the ids are the same.

/** Selects the ids of a day's busy tasks: once for each day, because a full week has thousands of rows. */
export const busyTaskIds =
  (day: DayKey) =>
  ({ busy, byDay }: Pick<BoardState, 'busy' | 'byDay'>): string[] => {
    const ids = Object.keys(busy);
    if (ids.length === 0) return ids;
    const tasks = byDay[day] ?? [];
    return ids.filter((id) => tasks.some((task) => task.id === id));
  };

/** Selects the ids of the tasks that were added, moved or restored to a day on this page. */
export const locallyPlacedIds =
  (day: DayKey) =>
  ({ placed }: Pick<BoardState, 'placed'>): string[] =>
    Object.keys(placed).filter((id) => placed[id] === day);

/** Selects the ids of the tasks that are being sent to a day and are not on the board yet. */
export const pendingTaskIds =
  (day: DayKey) =>
  ({ placed, busy, byDay }: Pick<BoardState, 'placed' | 'busy' | 'byDay'>): string[] =>
    locallyPlacedIds(day)({ placed }).filter((id) => busy[id] && !findTask(byDay, id));
