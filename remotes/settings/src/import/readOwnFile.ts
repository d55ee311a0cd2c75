import { IMPORT_MESSAGES, isDayKey, type Outcome } from '@space/domain';
import { fieldsOf } from './fieldsOf.ts';
import { createReading, type Reading } from './reading.ts';

/** The version of `exportDocument` that is understood here; a later one has changed the meaning of a field. */
const VERSION = 1;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** One key for a task of ours, whether it comes by JSON or by iCalendar. */
export const ownKey = (id: string): string => `better-space\n${id.toLowerCase()}`;

/** Reads what 'Download everything' has made (docs/data-export.md). */
export function readOwnFile(file: unknown): Outcome<{ reading: Reading }> {
  const { version, tasks } = fieldsOf(file);
  if (typeof version !== 'number' || !Array.isArray(tasks))
    return { ok: false, message: IMPORT_MESSAGES.damaged };
  if (version > VERSION) return { ok: false, message: IMPORT_MESSAGES.newer };

  const { reading, add, leaveOut } = createReading('Better Space');
  for (const task of tasks) {
    const { id, title, emoji, task_date: day, completed, starred, pinned } = fieldsOf(task);
    const isTask =
      typeof id === 'string' && UUID.test(id) && typeof title === 'string' && typeof day === 'string';
    if (isTask && (emoji === null || typeof emoji === 'string')) {
      const marks = { completed: completed === true, starred: starred === true, pinned: pinned === true };
      add({ key: ownKey(id), id, title, emoji, ...(isDayKey(day) ? { day } : { dayText: day }), ...marks });
    } else {
      leaveOut(typeof title === 'string' ? title : '', IMPORT_MESSAGES.unreadable);
    }
  }
  return { ok: true, reading };
}
