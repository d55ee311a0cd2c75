import { IMPORT_MESSAGES, isDayKey, type Outcome } from '@space/domain';
import { fieldsOf } from './fieldsOf.ts';
import { createParsedFile, type ParsedFile } from './parsedFile.ts';

/** The supported version of `exportDocument`. A later one has removed a field or changed its meaning. */
const VERSION = 1;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The key of a task of Better Space, the same for JSON and iCalendar files. */
export const ownKey = (id: string): string => `better-space\n${id.toLowerCase()}`;

/** Reads a file that 'Download everything' has saved (docs/data.md). */
export function readOwnFile(file: unknown): Outcome<{ parsed: ParsedFile }> {
  const { version, tasks } = fieldsOf(file);
  if (typeof version !== 'number' || !Array.isArray(tasks))
    return { ok: false, message: IMPORT_MESSAGES.damaged };
  if (version > VERSION) return { ok: false, message: IMPORT_MESSAGES.newer };

  const { parsed, add, leaveOut } = createParsedFile('Better Space');
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
  return { ok: true, parsed };
}
