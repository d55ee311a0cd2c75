import { IMPORT_MESSAGES, isDayKey, taskSchema, validate } from '@space/domain';
import { UnreadableFile, ownKey, type ParsedFile } from './parsedFile.ts';

/** The supported version of the export (DataCard.tsx). A later one has removed a field or changed its meaning. */
const VERSION = 1;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const { damaged, newer, onlyFilledDays, unknown, unreadable } = IMPORT_MESSAGES;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON value. */
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const valuesOf = (value: unknown): Fields[] => Object.values(fieldsOf(value)).map(fieldsOf);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A file that 'Download everything' has saved (docs/data.md). */
function readOwnFile({ version, tasks }: Fields): ParsedFile {
  if (typeof version !== 'number' || !Array.isArray(tasks)) throw new UnreadableFile(damaged);
  if (version > VERSION) throw new UnreadableFile(newer);
  const found = tasks.map(fieldsOf).map((fields) => {
    const checked = validate(taskSchema, { user_id: '', created_at: '', ...fields });
    const title = textOf(fields['title']);
    if (!checked.ok || !UUID.test(checked.value.id)) return { title, reason: unreadable };
    const { id, task_date: day } = checked.value;
    return { ...checked.value, key: ownKey(id), day, losses: {} };
  });
  return { source: 'Better Space', hasIds: true, found };
}

/**
 * A backup of WeekToDo: https://github.com/manuelernestog/weektodo, src/helpers/exportTool.js. The key of a list is its day as
 * yyyyMMdd, or an id if the list has no day. Tasks have no ids.
 */
function readWeekToDo({ todoLists, repeating_events: repeating }: Fields): ParsedFile {
  if (typeof todoLists !== 'object' || !todoLists) throw new UnreadableFile(damaged);
  const found = Object.entries(fieldsOf(todoLists)).flatMap(([listId, list]) => {
    const dayText = listId.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
    const day = isDayKey(dayText) ? dayText : null;
    return valuesOf(list).map(({ text, checked, desc, subTaskList, tags, time }) => {
      if (typeof text !== 'string') return { title: '', reason: unreadable };
      const losses = {
        notes: textOf(desc) !== '',
        steps: valuesOf(subTaskList).length > 0,
        tags: valuesOf(tags).length > 0,
        times: textOf(time) !== '',
      };
      const key = ['weektodo', listId, text].join('\n');
      return { title: text, key, day, completed: checked === true, losses };
    });
  });
  const titles = valuesOf(repeating).map(({ data }) => textOf(fieldsOf(data)['text']));
  const series = titles.map((title) => ({ title, reason: onlyFilledDays }));
  return { source: 'WeekToDo', hasIds: false, found: [...found, ...series] };
}

/** Reads a JSON file of Better Space or WeekToDo. Throws if it is neither, or damaged. */
export function readJson(text: string): ParsedFile {
  const fields = fieldsOf(JSON.parse(text));
  if (fields['format'] === 'better-space-export') return readOwnFile(fields);
  if ('todoLists' in fields) return readWeekToDo(fields);
  throw new UnreadableFile(unknown);
}
