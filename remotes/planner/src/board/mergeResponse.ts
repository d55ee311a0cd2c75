import type { DayKey, Task } from '@space/domain';
import type { Change } from './changeLog.ts';
import { dayEntries, isSameTask, sortTasks, withoutTasks, type TasksByDay } from './tasksByDay.ts';

/** The server's tasks of some days, and when they were requested (by the board's logical clock). */
export interface LoadResponse {
  sentAt: number;
  days: readonly DayKey[];
  tasks: readonly Task[];
}

/** The part of the board that loading changes. `readAt`: when the response that a day shows was requested. */
export interface LoadedDays {
  byDay: TasksByDay;
  readAt: Readonly<Record<DayKey, number>>;
}

/**
 * Takes the board, a response, and the changes that the server confirmed after the request was sent; returns the new board.
 * Responses may arrive in any order: a day that shows a newer response keeps it, and so does a task that changed since.
 * Lists and tasks that did not change stay the same objects, so that a refresh repaints nothing.
 */
export function mergeResponse(board: LoadedDays, loaded: LoadResponse, since: readonly Change[]): LoadedDays {
  const { sentAt } = loaded;
  const fresh = loaded.days.filter((day) => (board.readAt[day] ?? 0) < sentAt);
  const isFresh = (day: DayKey) => fresh.includes(day);
  const changed = new Set(since.map((change) => change.id));
  const shownElsewhere = new Set(
    dayEntries(board.byDay)
      .filter(([day]) => !isFresh(day) && (board.readAt[day] ?? 0) > sentAt)
      .flatMap(([, tasks]) => tasks.map((task) => task.id)),
  );
  const rows = [
    ...loaded.tasks.filter((task) => !changed.has(task.id) && !shownElsewhere.has(task.id)),
    ...since.flatMap(({ task }) => task ?? []),
  ].filter((task) => isFresh(task.task_date));

  const known = new Map(
    dayEntries(board.byDay).flatMap(([, tasks]) => tasks.map((task) => [task.id, task] as const)),
  );
  const byDay = { ...withoutRowsOf(board.byDay, rows, isFresh) };
  for (const day of fresh) {
    const tasks = sortTasks(rows.filter((task) => task.task_date === day)).map((task) => reuse(known, task));
    const shown = board.byDay[day];
    const isUnchanged = shown?.length === tasks.length && tasks.every((task, index) => task === shown[index]);
    byDay[day] = isUnchanged ? shown : tasks;
  }
  const read = Object.fromEntries(fresh.map((day) => [day, sentAt]));
  return { byDay, readAt: { ...board.readAt, ...read } };
}

function reuse(known: ReadonlyMap<string, Task>, task: Task): Task {
  const shown = known.get(task.id);
  return shown && isSameTask(shown, task) ? shown : task;
}

/** Removes the tasks that another device moved into the fresh days from the days they were shown on. */
function withoutRowsOf(
  byDay: TasksByDay,
  rows: readonly Task[],
  isFresh: (day: DayKey) => boolean,
): Record<DayKey, readonly Task[]> {
  const ids = new Set(rows.map((task) => task.id));
  const rest = Object.fromEntries(dayEntries(byDay).filter(([day]) => !isFresh(day)));
  return { ...withoutTasks(rest, ids) };
}
