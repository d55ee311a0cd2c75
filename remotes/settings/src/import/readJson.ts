import { IMPORT_MESSAGES, isDayKey, taskSchema, validate } from '@space/domain';
import { UnreadableFile, keyMaker, ownKey, splitTitle, type ParsedFile } from './parsedFile.ts';

/** The supported version of the export (DataCard.tsx). A later one has removed a field or changed its meaning. */
const VERSION = 1;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const { damaged, newer, onlyFilledDays, unreadable } = IMPORT_MESSAGES;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON value. */
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A file that 'Download everything' has saved (docs/data.md). */
function readOwnFile({ version, tasks }: Fields): ParsedFile {
  if (typeof version !== 'number' || !Array.isArray(tasks)) throw new UnreadableFile(damaged);
  if (version > VERSION) throw new UnreadableFile(newer);
  const parsed: ParsedFile = { source: 'Better Space', tasks: [], leftOut: [] };
  for (const fields of tasks.map(fieldsOf)) {
    const checked = validate(taskSchema, { user_id: '', created_at: '', ...fields });
    if (checked.ok && UUID.test(checked.value.id)) {
      const { id, title, emoji, task_date: day, completed, starred, pinned } = checked.value;
      parsed.tasks.push({ key: ownKey(id), id, title, emoji, day, completed, starred, pinned, losses: {} });
    } else {
      parsed.leftOut.push({ title: textOf(fields['title']), reason: unreadable });
    }
  }
  return parsed;
}

/**
 * A backup of WeekToDo: https://github.com/manuelernestog/weektodo, src/helpers/exportTool.js. The key of a list is its day as
 * yyyyMMdd, or an id if the list has no day. Tasks have no ids.
 */
function readWeekToDo({ todoLists, repeating_events: repeating }: Fields): ParsedFile {
  if (typeof todoLists !== 'object' || !todoLists) throw new UnreadableFile(damaged);
  const parsed: ParsedFile = { source: 'WeekToDo', tasks: [], leftOut: [] };
  const makeKey = keyMaker();
  for (const [listId, list] of Object.entries(fieldsOf(todoLists))) {
    const dayText = listId.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
    const day = isDayKey(dayText) ? dayText : null;
    for (const { text, checked, desc, subTaskList, tags, time } of Object.values(fieldsOf(list)).map(
      fieldsOf,
    )) {
      if (typeof text !== 'string') {
        parsed.leftOut.push({ title: '', reason: unreadable });
        continue;
      }
      const losses = {
        notes: textOf(desc) !== '',
        steps: Object.keys(fieldsOf(subTaskList)).length > 0,
        tags: Object.keys(fieldsOf(tags)).length > 0,
        times: textOf(time) !== '',
      };
      const key = makeKey('weektodo', listId, text);
      parsed.tasks.push({ ...splitTitle(text), key, day, completed: checked === true, losses });
    }
  }
  for (const { data } of Object.values(fieldsOf(repeating)).map(fieldsOf))
    parsed.leftOut.push({ title: textOf(fieldsOf(data)['text']), reason: onlyFilledDays });
  return parsed;
}

/** Reads a JSON file of Better Space or WeekToDo; returns null if it is neither. Throws if it is damaged. */
export function readJson(text: string): ParsedFile | null {
  const fields = fieldsOf(JSON.parse(text));
  if (fields['format'] === 'better-space-export') return readOwnFile(fields);
  return 'todoLists' in fields ? readWeekToDo(fields) : null;
}
