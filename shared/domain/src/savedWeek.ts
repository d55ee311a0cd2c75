import type { Task } from './task.ts';
import { clockTime, toDayKey, type DayKey } from './today.ts';
import { dayLabel, isDayKey, weekDays } from './week.ts';

/** The limit of tasks that are stored: more would make the page slow to open and fill the browser's storage. */
const MAX_TASKS = 1_000;

/** The stored copy of the last loaded week. */
export interface SavedWeek {
  form: 1;
  from: DayKey;
  /** By this device's clock, in milliseconds. */
  readAt: number;
  tasks: Task[];
}

// Checked by hand: retro mode needs no schema library otherwise, and the stored week comes from a validated response.
const TEXTS = ['id', 'title', 'task_date', 'user_id', 'created_at'] as const satisfies (keyof Task)[];
const MARKS = ['completed', 'starred', 'pinned'] as const satisfies (keyof Task)[];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isDay = (value: unknown): value is DayKey => typeof value === 'string' && isDayKey(value);

function isTask(value: unknown): value is Task {
  if (!isRecord(value) || !isDay(value['task_date'])) return false;
  const isEmoji = value['emoji'] === null || typeof value['emoji'] === 'string';
  const areTexts = TEXTS.every((name) => typeof value[name] === 'string');
  return isEmoji && areTexts && MARKS.every((name) => typeof value[name] === 'boolean');
}

/** Takes a stored value; returns the week, or null if the value is not a week or has the form of an older release. */
export function readSavedWeek(stored: unknown): SavedWeek | null {
  if (!isRecord(stored) || stored['form'] !== 1) return null;
  const { from, readAt, tasks } = stored;
  if (!isDay(from) || typeof readAt !== 'number' || !Array.isArray(tasks) || !tasks.every(isTask))
    return null;
  return tasks.length > MAX_TASKS ? null : { form: 1, from, readAt, tasks };
}

/** Takes the first day, the tasks and the time of loading; returns the week to store, or null if it is too large. */
export function toSavedWeek(from: DayKey, tasks: readonly Task[], readAt: number): SavedWeek | null {
  const days = new Set(weekDays(from));
  const weekTasks = tasks.filter((task) => days.has(task.task_date));
  return weekTasks.length > MAX_TASKS ? null : { form: 1, from, readAt, tasks: weekTasks };
}

/** Takes the time of loading and today; returns the text: 'Last read at 14:05', with the day if it was not today. */
export function lastReadText(readAt: number, today: DayKey): string {
  // oxlint-disable-next-line space/no-date-from-text -- an instant in milliseconds, not a day
  const time = new Date(readAt);
  const day = toDayKey(time);
  return `Last read ${day === today ? '' : `on ${dayLabel(day, today)} `}at ${clockTime(time)}`;
}
