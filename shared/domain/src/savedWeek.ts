import type { Task } from './task.ts';
import { toDayKey, type DayKey } from './today.ts';
import { dayLabel, isDayKey, weekDays } from './week.ts';

/** More would make a page slow to open and fill the browser's storage. */
const MOST_TASKS = 1_000;
const two = (value: number) => String(value).padStart(2, '0');

/** The week that this browser has read last: seven days, all their tasks, and when the server confirmed them (rule saved-week). */
export interface SavedWeek {
  form: 1;
  from: DayKey;
  /** By this device's clock, in milliseconds. */
  readAt: number;
  tasks: Task[];
}

// By hand: retro mode has no other use for a library that reads shapes, and a week is kept in the form it was read in.
const FIELDS = {
  id: 'string',
  title: 'string',
  completed: 'boolean',
  starred: 'boolean',
  pinned: 'boolean',
  task_date: 'string',
  user_id: 'string',
  created_at: 'string',
} as const satisfies Partial<Record<keyof Task, string>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isDay = (value: unknown): value is DayKey => typeof value === 'string' && isDayKey(value);

function isTask(value: unknown): value is Task {
  if (!isRecord(value) || !isDay(value['task_date'])) return false;
  const isEmoji = value['emoji'] === null || typeof value['emoji'] === 'string';
  return isEmoji && Object.entries(FIELDS).every(([name, type]) => typeof value[name] === type);
}

/** Takes what a browser has kept; returns the week, or null where it is none, or one that an older release has kept. */
export function readSavedWeek(kept: unknown): SavedWeek | null {
  if (!isRecord(kept) || kept['form'] !== 1) return null;
  const { from, readAt, tasks } = kept;
  if (!isDay(from) || typeof readAt !== 'number' || !Array.isArray(tasks) || !tasks.every(isTask))
    return null;
  return tasks.length > MOST_TASKS ? null : { form: 1, from, readAt, tasks };
}

/** Takes the first day, its week's tasks and the time; returns what is kept of them, or null where that is too much. */
export function toSavedWeek(from: DayKey, tasks: readonly Task[], readAt: number): SavedWeek | null {
  const days = new Set(weekDays(from));
  const ofWeek = tasks.filter((task) => days.has(task.task_date));
  return ofWeek.length > MOST_TASKS ? null : { form: 1, from, readAt, tasks: ofWeek };
}

/** Takes when a week was read, and today; returns the words: 'Last read at 14:05', with the day where that was another. */
export function lastReadWords(readAt: number, today: DayKey): string {
  // oxlint-disable-next-line space/no-date-from-text -- an instant in milliseconds, not a day
  const time = new Date(readAt);
  const day = toDayKey(time);
  return `Last read ${day === today ? '' : `on ${dayLabel(day)} `}at ${two(time.getHours())}:${two(time.getMinutes())}`;
}
