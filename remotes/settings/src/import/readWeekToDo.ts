import { IMPORT_MESSAGES, isDayKey, type DayKey, type Outcome } from '@space/domain';
import { fieldsOf, listOf, textOf } from './fieldsOf.ts';
import { createParsedFile, splitTitle, type ParsedFile } from './parsedFile.ts';

// The format of `WeekToDoBackup.wtdb`: https://github.com/manuelernestog/weektodo, src/helpers/exportTool.js. The key of a
// list is its day as yyyyMMdd, or an id if the list has no day. Tasks have no ids.

function dayOf(listId: string): DayKey | null {
  const text = listId.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return isDayKey(text) ? text : null;
}

/** Reads a backup of WeekToDo. */
export function readWeekToDo(file: unknown): Outcome<{ parsed: ParsedFile }> {
  const { todoLists, repeating_events: repeating } = fieldsOf(file);
  if (typeof todoLists !== 'object' || todoLists === null)
    return { ok: false, message: IMPORT_MESSAGES.damaged };

  const { parsed, add, leaveOut, uniqueKey } = createParsedFile('WeekToDo');
  for (const [listId, list] of Object.entries(todoLists)) {
    for (const task of listOf(list)) {
      const { text, checked, desc, subTaskList, tags, time } = fieldsOf(task);
      if (typeof text !== 'string') {
        leaveOut('', IMPORT_MESSAGES.unreadable);
        continue;
      }
      const parsedTask = {
        ...splitTitle(text),
        key: uniqueKey('weektodo', listId, text),
        day: dayOf(listId),
        completed: checked === true,
      };
      add(parsedTask, {
        notes: textOf(desc) !== '',
        steps: listOf(subTaskList).length > 0,
        tags: listOf(tags).length > 0,
        times: textOf(time) !== '',
      });
    }
  }
  for (const each of Object.values(fieldsOf(repeating))) {
    leaveOut(textOf(fieldsOf(fieldsOf(each)['data'])['text']), IMPORT_MESSAGES.onlyFilledDays);
  }
  return { ok: true, parsed };
}
