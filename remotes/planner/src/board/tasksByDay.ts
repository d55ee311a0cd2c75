import { orderTasks, type DayKey, type Task } from '@space/domain';

/** The tasks of each day in the order they are shown. A change replaces the list of the day it touches and no other. */
export type TasksByDay = Readonly<Record<DayKey, readonly Task[]>>;

function byCreation(a: Task, b: Task): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Sorted once for each write, so that no render has to sort. */
export function settle(tasks: readonly Task[]): readonly Task[] {
  return orderTasks([...tasks].sort(byCreation));
}

/** Entries with their days: `Object.entries` forgets that the keys are days. */
export function dayEntries(byDay: TasksByDay): [DayKey, readonly Task[]][] {
  return Object.entries(byDay) as [DayKey, readonly Task[]][];
}

/** Takes the board and ids; returns it without those tasks, and the same object when none of them was there. */
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
  return { ...withoutTasks(byDay, new Set([task.id])), [day]: settle([...others, task]) };
}

/** Whether two answers say the same about a task. Both come out of the same schema, so their keys are the same. */
export function isSameTask(a: Task, b: Task): boolean {
  const keys = Object.keys(a) as (keyof Task)[];
  return keys.every((key) => a[key] === b[key]);
}

export function findTask(byDay: TasksByDay, id: string): Task | undefined {
  return dayEntries(byDay)
    .flatMap(([, tasks]) => tasks)
    .find((task) => task.id === id);
}
