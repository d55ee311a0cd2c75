import ical, { ICalEventTransparency } from 'ical-generator';
import { addDays, type Task } from '@space/domain';

const HIGH = 1;

/**
 * Writes tasks as an iCalendar file (RFC 5545, rule own-data): one all-day event each. VTODO would be the truer word for a
 * task, but the calendars people have (Google's, Apple's, Outlook) pass over it or refuse the file when they import, and
 * every one of them takes an all-day event. It says 'free', so that a task blocks no day; what is done has a tick before
 * its title. The UID is made of the task's id: importing a later file changes the events of an earlier one instead of
 * doubling them.
 *
 * Takes at least one task, because a calendar without one is no valid file, and when the file is made; returns its text.
 */
export function calendarFile(tasks: readonly Task[], madeAt: Date): string {
  const calendar = ical({
    name: 'Better Space',
    prodId: { company: 'Better Space', product: 'Tasks', language: 'EN' },
  });
  for (const task of tasks) {
    const event = calendar.createEvent({
      id: `${task.id}@better-space`,
      stamp: madeAt,
      start: `${task.task_date}T00:00:00Z`,
      end: `${addDays(task.task_date, 1)}T00:00:00Z`, // the first day that no longer belongs to it
      allDay: true,
      summary: summaryOf(task),
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(task.starred ? { priority: HIGH } : {}),
    });
    for (const name of marksOf(task)) event.createCategory({ name });
  }
  return `${calendar.toString()}\r\n`;
}

function summaryOf({ completed, emoji, title }: Task): string {
  const text = title.replaceAll(/\p{Cc}+/gu, ' '); // a line break would be an escape that some calendars show
  return [completed && '✓', emoji, text].filter(Boolean).join(' ');
}

function marksOf({ completed, starred, pinned }: Task): string[] {
  return [completed && 'Completed', starred && 'Starred', pinned && 'Pinned'].filter(
    (mark) => mark !== false,
  );
}
