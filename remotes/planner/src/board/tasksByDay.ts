import { orderTasks, type DayKey, type Task } from '@space/domain';

/** The tasks of each day in the order they are shown. A change replaces the list of the day it touches and no other. */
type TasksByDay = Readonly<Record<DayKey, readonly Task[]>>;

/** The part of the board that loading changes. `readAt`: when the response that a day shows was requested. */
export interface LoadedDays {
  byDay: TasksByDay;
  readAt: Readonly<Record<DayKey, number>>;
}

/** What the server last confirmed about a task: the row, or null if it was deleted. */
export interface Change {
  id: string;
  at: number;
  task: Task | null;
}

function byCreation(a: Task, b: Task): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Sorts tasks into display order, once for each write, so that no render has to. */
export function sortTasks(tasks: readonly Task[]): readonly Task[] {
  return orderTasks([...tasks].sort(byCreation));
}

function dayEntries(byDay: TasksByDay): [DayKey, readonly Task[]][] {
  return Object.entries(byDay) as [DayKey, readonly Task[]][];
}

const allTasks = (byDay: TasksByDay): Task[] => Object.values(byDay).flat();

export function findTask(byDay: TasksByDay, id: string): Task | undefined {
  return allTasks(byDay).find((task) => task.id === id);
}

export function withoutTasks(byDay: TasksByDay, ids: ReadonlySet<string>): TasksByDay {
  const touched = dayEntries(byDay).filter(([, tasks]) => tasks.some((task) => ids.has(task.id)));
  if (touched.length === 0) return byDay;
  const changes = touched.map(([day, tasks]) => [day, tasks.filter((task) => !ids.has(task.id))]);
  return { ...byDay, ...Object.fromEntries(changes) };
}

export function withTask(byDay: TasksByDay, task: Task): TasksByDay {
  const others = withoutTasks(byDay, new Set([task.id]));
  return { ...others, [task.task_date]: sortTasks([...(others[task.task_date] ?? []), task]) };
}

function isSameTask(a: Task, b: Task): boolean {
  return (Object.keys(a) as (keyof Task)[]).every((key) => a[key] === b[key]);
}

/**
 * Takes the board, the server's tasks of some days with the time of the request, and the changes that the server confirmed
 * after it; returns the new board. Responses may arrive in any order: a day that shows a newer response keeps it, and so
 * does a task that changed since. Lists and tasks that did not change stay the same objects, so that a refresh repaints
 * nothing.
 */
export function mergeResponse(
  { byDay, readAt }: LoadedDays,
  response: { sentAt: number; days: readonly DayKey[]; tasks: readonly Task[] },
  since: readonly Change[],
): LoadedDays {
  const { sentAt } = response;
  const fresh = new Set(response.days.filter((day) => (readAt[day] ?? 0) < sentAt));
  const changed = new Set(since.map((change) => change.id));
  const shownElsewhere = new Set(
    dayEntries(byDay)
      .filter(([day]) => !fresh.has(day) && (readAt[day] ?? 0) > sentAt)
      .flatMap(([, tasks]) => tasks.map((task) => task.id)),
  );
  const rows = [
    ...response.tasks.filter((task) => !changed.has(task.id) && !shownElsewhere.has(task.id)),
    ...since.flatMap(({ task }) => task ?? []),
  ].filter((task) => fresh.has(task.task_date));

  const known = new Map(allTasks(byDay).map((task) => [task.id, task]));
  const reuse = (task: Task): Task => {
    const shown = known.get(task.id);
    return shown && isSameTask(shown, task) ? shown : task;
  };
  // Another device may have moved a task into the fresh days: it leaves the day it was shown on.
  const rest = Object.fromEntries(dayEntries(byDay).filter(([day]) => !fresh.has(day)));
  const next: Record<DayKey, readonly Task[]> = {
    ...withoutTasks(rest, new Set(rows.map((task) => task.id))),
  };
  for (const day of fresh) {
    const tasks = sortTasks(rows.filter((task) => task.task_date === day)).map(reuse);
    const shown = byDay[day];
    const isUnchanged = shown?.length === tasks.length && tasks.every((task, index) => task === shown[index]);
    next[day] = isUnchanged ? shown : tasks;
  }
  const read = Object.fromEntries([...fresh].map((day) => [day, sentAt]));
  return { byDay: next, readAt: { ...readAt, ...read } };
}
