import { orderTasks, type DayKey, type Task } from '@space/domain';

/** The tasks of each day in the order they are shown. A change replaces the list of the day it touches and no other. */
export type TasksByDay = Readonly<Record<DayKey, readonly Task[]>>;

function byCreation(a: Task, b: Task): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Sorts tasks into display order, once for each write, so that no render has to. */
export function sortTasks(tasks: readonly Task[]): readonly Task[] {
  return orderTasks([...tasks].sort(byCreation));
}

/** Returns the entries with their days: `Object.entries` loses the type of the keys. */
export function dayEntries(byDay: TasksByDay): [DayKey, readonly Task[]][] {
  return Object.entries(byDay) as [DayKey, readonly Task[]][];
}

/** Takes the board and ids; returns the board without those tasks, or the same object if it has none of them. */
export function withoutTasks(byDay: TasksByDay, ids: ReadonlySet<string>): TasksByDay {
  const touched = dayEntries(byDay).filter(([, tasks]) => tasks.some((task) => ids.has(task.id)));
  if (touched.length === 0) return byDay;
  const changes = touched.map(([day, tasks]) => [day, tasks.filter((task) => !ids.has(task.id))]);
  return { ...byDay, ...Object.fromEntries(changes) };
}

/** Takes the board and a task as the server has it now; returns the board with the task on its day and on no other. */
export function withTask(byDay: TasksByDay, task: Task): TasksByDay {
  const day = task.task_date;
  const others = (byDay[day] ?? []).filter((other) => other.id !== task.id);
  return { ...withoutTasks(byDay, new Set([task.id])), [day]: sortTasks([...others, task]) };
}

/** Whether two versions of a task are equal. The same schema parses both, so their keys are the same. */
export function isSameTask(a: Task, b: Task): boolean {
  const keys = Object.keys(a) as (keyof Task)[];
  return keys.every((key) => a[key] === b[key]);
}

export function findTask(byDay: TasksByDay, id: string): Task | undefined {
  return dayEntries(byDay)
    .flatMap(([, tasks]) => tasks)
    .find((task) => task.id === id);
}
