import type { DayKey, Task } from '@space/domain';
import type { Change } from './changeLog.ts';
import { dayEntries, isSameTask, settle, withoutTasks, type TasksByDay } from './tasksByDay.ts';

/** What the server said about some days, and when it was asked (by the board's own clock). */
export interface LoadAnswer {
  askedAt: number;
  days: readonly DayKey[];
  tasks: readonly Task[];
}

/** The part of the board that loading changes. `readAt`: when the answer was asked for that a day shows. */
export interface LoadedDays {
  byDay: TasksByDay;
  readAt: Readonly<Record<DayKey, number>>;
}

/**
 * Takes the board, an answer, and the changes that the server confirmed after the question was asked; returns the board
 * after it. Answers may come in any order: a day that shows a younger answer keeps it, and so does a task that changed
 * since. Lists and tasks that did not change stay the same objects, so that a refresh paints nothing anew.
 */
export function withAnswer(board: LoadedDays, answer: LoadAnswer, since: readonly Change[]): LoadedDays {
  const { askedAt } = answer;
  const fresh = answer.days.filter((day) => (board.readAt[day] ?? 0) < askedAt);
  const isFresh = (day: DayKey) => fresh.includes(day);
  const changed = new Set(since.map((change) => change.id));
  const shownElsewhere = new Set(
    dayEntries(board.byDay)
      .filter(([day]) => !isFresh(day) && (board.readAt[day] ?? 0) > askedAt)
      .flatMap(([, tasks]) => tasks.map((task) => task.id)),
  );
  const rows = [
    ...answer.tasks.filter((task) => !changed.has(task.id) && !shownElsewhere.has(task.id)),
    ...since.flatMap(({ task }) => task ?? []),
  ].filter((task) => isFresh(task.task_date));

  const known = new Map(
    dayEntries(board.byDay).flatMap(([, tasks]) => tasks.map((task) => [task.id, task] as const)),
  );
  const byDay = { ...withoutRowsOf(board.byDay, rows, isFresh) };
  for (const day of fresh) {
    const tasks = settle(rows.filter((task) => task.task_date === day)).map((task) => keepKnown(known, task));
    const shown = board.byDay[day];
    const isUnchanged = shown?.length === tasks.length && tasks.every((task, index) => task === shown[index]);
    byDay[day] = isUnchanged ? shown : tasks;
  }
  const read = Object.fromEntries(fresh.map((day) => [day, askedAt]));
  return { byDay, readAt: { ...board.readAt, ...read } };
}

function keepKnown(known: ReadonlyMap<string, Task>, task: Task): Task {
  const shown = known.get(task.id);
  return shown && isSameTask(shown, task) ? shown : task;
}

/** A task that another device moved into these days leaves the day it was shown on. */
function withoutRowsOf(
  byDay: TasksByDay,
  rows: readonly Task[],
  isFresh: (day: DayKey) => boolean,
): Record<DayKey, readonly Task[]> {
  const ids = new Set(rows.map((task) => task.id));
  const rest = Object.fromEntries(dayEntries(byDay).filter(([day]) => !isFresh(day)));
  return { ...withoutTasks(rest, ids) };
}
