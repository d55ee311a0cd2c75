import ical, { ICalEventTransparency } from 'ical-generator';
import type { Task } from './task.ts';
import { addDays } from './week.ts';

/** The fields of a task that a calendar needs. */
export type CalendarTask = Omit<Task, 'user_id' | 'created_at'>;

const HIGH = 1;
/** The refresh interval that a feed suggests to calendars. */
const REFRESH_SECONDS = 3600;

/**
 * Writes tasks as an iCalendar file (RFC 5545, rule own-data): one all-day event each. VTODO would be the proper component
 * for a task, but common calendars (Google, Apple, Outlook) ignore it or refuse the file, and all of them accept an all-day
 * event. The event is marked as free time, so that a task does not block its day; a completed task has a tick before its
 * title. The UID contains the task's id, so that importing a later file updates the events of an earlier one instead of
 * duplicating them.
 *
 * Takes the tasks (at least one: an empty calendar is not a valid file) and the time of the export; returns the text.
 */
export function calendarFile(tasks: readonly CalendarTask[], madeAt: Date): string {
  return write(tasks, madeAt, false);
}

/**
 * Writes tasks as a feed that calendars poll (rule calendar-feed). Takes the tasks and the time of the last change to any
 * of them: the text stays identical until the next change. Without tasks it is an empty calendar, which subscribers
 * accept.
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
      end: `${addDays(task.task_date, 1)}T00:00:00Z`, // exclusive: the day after the task's
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
  const text = title.replaceAll(/\p{Cc}+/gu, ' '); // some calendars show an escaped line break as text
  return [completed && '✓', emoji, text].filter(Boolean).join(' ');
}

function marksOf({ completed, starred, pinned }: CalendarTask): string[] {
  return [completed && 'Completed', starred && 'Starred', pinned && 'Pinned'].filter(
    (mark) => mark !== false,
  );
}
