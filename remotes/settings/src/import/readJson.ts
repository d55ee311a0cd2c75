import { IMPORT_MESSAGES, isDayKey, type Outcome } from '@space/domain';
import { createParsedFile, ownKey, splitTitle, type ParsedFile } from './parsedFile.ts';

/** The supported version of `exportDocument`. A later one has removed a field or changed its meaning. */
const VERSION = 1;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const { damaged, newer, onlyFilledDays, unknown, unreadable } = IMPORT_MESSAGES;

type ParseOutcome = Outcome<{ parsed: ParsedFile }>;
type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON value. Without zod, whose object schemas would be bundled with the settings page itself. */
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A file that 'Download everything' has saved (docs/data.md). */
function readOwnFile({ version, tasks }: Fields): ParseOutcome {
  if (typeof version !== 'number' || !Array.isArray(tasks)) return { ok: false, message: damaged };
  if (version > VERSION) return { ok: false, message: newer };
  const { parsed, add, leaveOut } = createParsedFile('Better Space');
  for (const task of tasks) {
    const { id, title, emoji, task_date: day, completed, starred, pinned } = fieldsOf(task);
    const isTask =
      typeof id === 'string' && UUID.test(id) && typeof title === 'string' && typeof day === 'string';
    if (isTask && (emoji === null || typeof emoji === 'string')) {
      const marks = { completed: completed === true, starred: starred === true, pinned: pinned === true };
      add({ key: ownKey(id), id, title, emoji, day: isDayKey(day) ? day : null, dayText: day, ...marks });
    } else {
      leaveOut(textOf(title), unreadable);
    }
  }
  return { ok: true, parsed };
}

/**
 * A backup of WeekToDo: https://github.com/manuelernestog/weektodo, src/helpers/exportTool.js. The key of a list is its day as
 * yyyyMMdd, or an id if the list has no day. Tasks have no ids.
 */
function readWeekToDo({ todoLists, repeating_events: repeating }: Fields): ParseOutcome {
  if (typeof todoLists !== 'object' || todoLists === null) return { ok: false, message: damaged };
  const { parsed, add, leaveOut, uniqueKey } = createParsedFile('WeekToDo');
  for (const [listId, list] of Object.entries(todoLists)) {
    const day = listId.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
    for (const task of listOf(list)) {
      const { text, checked, desc, subTaskList, tags, time } = fieldsOf(task);
      if (typeof text !== 'string') {
        leaveOut('', unreadable);
        continue;
      }
      const key = uniqueKey('weektodo', listId, text);
      add(
        { ...splitTitle(text), key, day: isDayKey(day) ? day : null, completed: checked === true },
        {
          notes: textOf(desc) !== '',
          steps: listOf(subTaskList).length > 0,
          tags: listOf(tags).length > 0,
          times: textOf(time) !== '',
        },
      );
    }
  }
  for (const each of Object.values(fieldsOf(repeating)))
    leaveOut(textOf(fieldsOf(fieldsOf(each)['data'])['text']), onlyFilledDays);
  return { ok: true, parsed };
}

/** Reads a JSON file of Better Space or WeekToDo. Throws if it is damaged. */
export function readJson(text: string): ParseOutcome {
  const file: unknown = JSON.parse(text);
  const fields = Array.isArray(file) ? {} : fieldsOf(file);
  if (fields['format'] === 'better-space-export') return readOwnFile(fields);
  return 'todoLists' in fields ? readWeekToDo(fields) : { ok: false, message: unknown };
}
