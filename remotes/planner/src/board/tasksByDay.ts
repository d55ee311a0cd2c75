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
const sortTasks = (tasks: readonly Task[]) => orderTasks(tasks.toSorted(byCreation));

const allTasks = (byDay: TasksByDay): Task[] => Object.values(byDay).flat();

export const findTask = (byDay: TasksByDay, id: string) => allTasks(byDay).find((task) => task.id === id);

export function withoutTasks(byDay: TasksByDay, ids: ReadonlySet<string>): TasksByDay {
  const touched = new Set(allTasks(byDay).flatMap(({ id, task_date }) => (ids.has(id) ? task_date : [])));
  const lists = [...touched].map((day) => [day, byDay[day]?.filter((task) => !ids.has(task.id))]);
  return { ...byDay, ...Object.fromEntries(lists) };
}

export function withTask(byDay: TasksByDay, task: Task): TasksByDay {
  const others = withoutTasks(byDay, new Set([task.id]));
  return { ...others, [task.task_date]: sortTasks([...(others[task.task_date] ?? []), task]) };
}

const isSameTask = (a: Task, b: Task | undefined): b is Task =>
  (Object.keys(a) as (keyof Task)[]).every((key) => a[key] === b?.[key]);

/**
 * Merges the server's tasks of some days, and the changes that it confirmed since the request. Responses may arrive in any
 * order: a day that shows a newer response keeps it, and so does a task that changed since. Lists and tasks that did not
 * change stay the same objects, so that a refresh repaints nothing.
 */
export function mergeResponse(
  { byDay, readAt }: LoadedDays,
  { sentAt, days, tasks }: { sentAt: number; days: readonly DayKey[]; tasks: readonly Task[] },
  since: readonly Change[],
): LoadedDays {
  const fresh = days.filter((day) => (readAt[day] ?? 0) < sentAt);
  const shown = new Map(allTasks(byDay).map((task) => [task.id, task]));
  const isNewer = (id: string) => {
    const day = shown.get(id)?.task_date;
    return day !== undefined && !fresh.includes(day) && (readAt[day] ?? 0) > sentAt;
  };
  const changed = new Set(since.map(({ id }) => id));
  const rows = [
    ...tasks.filter(({ id }) => !changed.has(id) && !isNewer(id)),
    ...since.flatMap(({ task }) => task ?? []),
  ].filter(({ task_date }) => fresh.includes(task_date));
  // Another device may have moved a task into the fresh days: it leaves the day it was shown on.
  const next: Record<DayKey, readonly Task[]> = { ...withoutTasks(byDay, new Set(rows.map(({ id }) => id))) };
  for (const day of fresh) {
    const list = sortTasks(rows.filter(({ task_date }) => task_date === day)).map((task) => {
      const known = shown.get(task.id);
      return isSameTask(task, known) ? known : task;
    });
    const before = byDay[day];
    const isUnchanged = before?.length === list.length && list.every((task, index) => task === before[index]);
    next[day] = isUnchanged ? before : list;
  }
  return { byDay: next, readAt: { ...readAt, ...Object.fromEntries(fresh.map((day) => [day, sentAt])) } };
}
