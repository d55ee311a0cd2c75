import type { DayKey } from '@space/domain';
import type { TasksByDay } from '../board/tasksByDay.ts';

/** How many tasks one day has, and how many of them are done. */
export interface DayCount {
  day: DayKey;
  count: number;
  done: number;
}

/** The same for each shown day and for all of them together. */
export interface WeekCounts {
  days: readonly DayCount[];
  count: number;
  done: number;
  /** Starred tasks that are not done yet. */
  starred: number;
}

/** Takes the shown days and the tasks by day; returns the counts of each day and of all of them. */
export function weekCounts(days: readonly DayKey[], byDay: TasksByDay): WeekCounts {
  const tasks = days.flatMap((day) => byDay[day] ?? []);
  return {
    days: days.map((day) => {
      const ofDay = byDay[day] ?? [];
      return { day, count: ofDay.length, done: ofDay.filter((task) => task.completed).length };
    }),
    count: tasks.length,
    done: tasks.filter((task) => task.completed).length,
    starred: tasks.filter((task) => task.starred && !task.completed).length,
  };
}
