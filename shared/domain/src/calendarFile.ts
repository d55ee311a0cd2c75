import ical, { ICalEventTransparency } from 'ical-generator';
import type { Task } from './task.ts';
import { addDays } from './week.ts';

/** What a calendar shows of a task. */
export type CalendarTask = Omit<Task, 'user_id' | 'created_at'>;

const HIGH = 1;
/** How often a feed asks calendars to look again; each decides that itself. */
const REFRESH_SECONDS = 3600;

/**
 * Writes tasks as an iCalendar file (RFC 5545, rule own-data): one all-day event each. VTODO would be the truer word for a
 * task, but the calendars people have (Google's, Apple's, Outlook) pass over it or refuse the file when they import, and
 * every one of them takes an all-day event. It says 'free', so that a task blocks no day; what is done has a tick before
 * its title. The UID is made of the task's id: importing a later file changes the events of an earlier one instead of
 * doubling them.
 *
 * Takes at least one task, because a calendar without one is no valid file, and when the file is made; returns its text.
 */
export function calendarFile(tasks: readonly CalendarTask[], madeAt: Date): string {
  return write(tasks, madeAt, false);
}

/**
 * The same for a calendar that looks again by itself (rule calendar-feed). Takes the instant when any of the tasks was changed last: the
 * text stays the same, letter for letter, until one is changed. Without a task it is an empty calendar, which those who
 * subscribe to one take.
 */
export function calendarFeed(tasks: readonly CalendarTask[], changedAt: string): string {
  return write(tasks, changedAt, true);
}

function write(tasks: readonly CalendarTask[], at: Date | string, isFeed: boolean): string {
  const calendar = ical({
    name: 'Better Space',
    prodId: { company: 'Better Space', product: 'Tasks', language: 'EN' },
    ...(isFeed ? { ttl: REFRESH_SECONDS } : {}),
  });
  for (const task of tasks) {
    const event = calendar.createEvent({
      id: `${task.id}@better-space`,
      stamp: at,
      start: `${task.task_date}T00:00:00Z`,
      end: `${addDays(task.task_date, 1)}T00:00:00Z`, // the first day that no longer belongs to it
      allDay: true,
      summary: summaryOf(task),
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(isFeed ? { lastModified: at } : {}),
      ...(task.starred ? { priority: HIGH } : {}),
    });
    for (const name of marksOf(task)) event.createCategory({ name });
  }
  return `${calendar.toString()}\r\n`;
}

function summaryOf({ completed, emoji, title }: CalendarTask): string {
  const text = title.replaceAll(/\p{Cc}+/gu, ' '); // a line break would be an escape that some calendars show
  return [completed && '✓', emoji, text].filter(Boolean).join(' ');
}

function marksOf({ completed, starred, pinned }: CalendarTask): string[] {
  return [completed && 'Completed', starred && 'Starred', pinned && 'Pinned'].filter(
    (mark) => mark !== false,
  );
}
