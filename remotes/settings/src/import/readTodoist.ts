import type { DayKey } from '@space/domain';
import { TIME, dateReader } from './csvDates.ts';
import { csvTable, type Row } from './csvTable.ts';
import { createParsedFile, splitTitle, type ParsedFile } from './parsedFile.ts';
import { nextOfRepetition } from './repetitions.ts';

// The columns: https://todoist.com/help/articles/format-a-csv-file-to-import-into-todoist-UVUXTmm6. A file holds the open
// tasks of one project, without ids. A comment is a separate row after its task.

const COLUMNS = ['TYPE', 'CONTENT', 'PRIORITY', 'DATE'];
const HIGHEST = '1';
const NONE = '4';

const REPEATS = /^(?:every|ev)\b ?!? ?/i;

/** Splits 'every monday at 9am' or '2026-10-05 15:30' into its words and whether it repeats and has a time. */
function splitDate(text: string) {
  const words = text.replace(/(\d)T(?=\d)/, '$1 ').replace(/^daily$/i, 'every day');
  const name = words.replace(TIME, '').replace(REPEATS, '').trim();
  return { name, hasTime: TIME.test(words), repeats: REPEATS.test(words) };
}

/** Reads a CSV export of a Todoist project; returns null if the text is not one. */
export function readTodoist(text: string, today: DayKey): ParsedFile | null {
  const rows = csvTable(text, COLUMNS);
  if (!rows) return null;
  const { parsed, add, uniqueKey } = createParsedFile('Todoist');
  const dateOf = (cell: Row) => cell('DATE') || cell('DEADLINE');
  const dates = dateReader(
    rows.map((cell) => splitDate(dateOf(cell)).name),
    today,
  );
  parsed.openDate = dates.openDate;
  for (const cell of rows) {
    const type = cell('TYPE').toLowerCase();
    // A comment: all those of a task count as one note.
    if (type === 'note') parsed.tasks.at(-1)?.losses.add('notes');
    if (type !== 'task') continue;
    const [content, dayText, priority] = [cell('CONTENT'), dateOf(cell), cell('PRIORITY')];
    const language = (cell('DATE') ? cell('DATE_LANG') : cell('DEADLINE_LANG')).replace('_', '-') || 'en';
    const { name, hasTime, repeats } = splitDate(dayText);
    const date = repeats ? { day: nextOfRepetition(name, today) } : dates.read(name, language);
    const task = {
      ...splitTitle(content),
      key: uniqueKey('todoist', content, dayText),
      ...date,
      ...(date.day === null && dayText !== '' ? { dayText } : {}),
      starred: priority === HIGHEST,
    };
    add(task, {
      notes: cell('DESCRIPTION') !== '',
      times: hasTime,
      repeats,
      nested: Number(cell('INDENT')) > 1,
      priorities: !['', HIGHEST, NONE].includes(priority),
    });
  }
  return parsed;
}
