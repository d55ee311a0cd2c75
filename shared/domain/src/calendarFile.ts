import { parseISO } from 'date-fns/parseISO';
import ICAL from 'ical.js';
import type { Task } from './task.ts';
import { addDays } from './week.ts';

/** The fields of a task that a calendar needs. */
export type CalendarTask = Omit<Task, 'user_id' | 'created_at'>;

/** The refresh interval that a feed suggests to calendars. */
const REFRESH = 'PT1H';
const LINE_BYTES = 75;

/**
 * Writes tasks as an iCalendar file (RFC 5545): one all-day event each, because common calendars ignore a VTODO or refuse the
 * file. Takes the tasks (at least one: an empty calendar is not a valid file) and the time of the export.
 */
export function calendarFile(tasks: readonly CalendarTask[], madeAt: Date): string {
  return write(tasks, madeAt, false);
}

/**
 * Writes tasks as a feed that calendars poll. Takes the tasks and the time of the last change to any of them: the text stays
 * identical until the next. Without tasks it is an empty calendar, which subscribers accept.
 */
export function calendarFeed(tasks: readonly CalendarTask[], changedAt: string): string {
  return write(tasks, parseISO(changedAt), true);
}

function write(tasks: readonly CalendarTask[], at: Date, isFeed: boolean): string {
  // The library does not count the space that begins a continued line.
  ICAL.foldLength = LINE_BYTES - 1;
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Better Space//Tasks//EN');
  calendar.addPropertyWithValue('name', 'Better Space');
  calendar.addPropertyWithValue('x-wr-calname', 'Better Space');
  if (isFeed) {
    calendar.addProperty(new ICAL.Property(['refresh-interval', { value: 'DURATION' }, 'unknown', REFRESH]));
    calendar.addPropertyWithValue('x-published-ttl', REFRESH);
  }
  const stamp = ICAL.Time.fromJSDate(at, true);
  for (const task of tasks) calendar.addSubcomponent(eventOf(task, stamp, isFeed));
  return `${calendar.toString()}\r\n`;
}

function eventOf(task: CalendarTask, stamp: ICAL.Time, isFeed: boolean): ICAL.Component {
  const event = new ICAL.Component('vevent');
  event.addPropertyWithValue('uid', `${task.id}@better-space`);
  event.addPropertyWithValue('sequence', 0);
  event.addPropertyWithValue('dtstamp', stamp);
  event.addPropertyWithValue('dtstart', ICAL.Time.fromDateString(task.task_date));
  // Exclusive: the day after the task's.
  event.addPropertyWithValue('dtend', ICAL.Time.fromDateString(addDays(task.task_date, 1)));
  event.addPropertyWithValue('x-microsoft-cdo-alldayevent', 'TRUE');
  event.addPropertyWithValue('x-microsoft-msncalendar-alldayevent', 'TRUE');
  event.addPropertyWithValue('summary', summaryOf(task));
  event.addPropertyWithValue('transp', 'TRANSPARENT');
  const marks = [task.completed && 'Completed', task.starred && 'Starred', task.pinned && 'Pinned'].filter(
    (mark) => mark !== false,
  );
  if (marks.length > 0) {
    const categories = new ICAL.Property('categories');
    categories.setValues(marks);
    event.addProperty(categories);
  }
  if (task.starred) event.addPropertyWithValue('priority', 1);
  if (isFeed) event.addPropertyWithValue('last-modified', stamp);
  return event;
}

function summaryOf({ completed, emoji, title }: CalendarTask): string {
  const text = title.replaceAll(/\p{Cc}+/gu, ' '); // some calendars show an escaped line break as text
  return [completed && '✓', emoji, text].filter(Boolean).join(' ');
}
