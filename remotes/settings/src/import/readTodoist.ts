import { readDayText, type DayKey } from '@space/domain';
import { csvTable } from './csvTable.ts';
import { createParsedFile, splitTitle, type ParsedFile } from './parsedFile.ts';

// The columns: https://todoist.com/help/articles/format-a-csv-file-to-import-into-todoist-UVUXTmm6. A file holds the open
// tasks of one project, without ids. A comment is a separate row after its task.

const COLUMNS = ['TYPE', 'CONTENT', 'PRIORITY', 'DATE'];
const HIGHEST = '1';
const NONE = '4';

const TIME = /(?:\bat |@ ?|T)?\b\d{1,2}(?::\d{2}){1,2}(?:\.\d+)?Z?(?: ?[ap]m)?\b|\b(?:at )?\d{1,2} ?[ap]m\b/i;
const REPEATS = /^(?:every|ev)\b!? ?/i;

/** Reads 'Oct 5 2026', '2026-10-05 15:30' or 'every monday at 9am'. The day of a repeating date is the next one. */
function readDate(text: string, today: DayKey) {
  const words = text.replace(/(\d)T(?=\d)/, '$1 ');
  const hasTime = TIME.test(words);
  const repeats = REPEATS.test(words);
  const name = words.replace(TIME, '').replace(REPEATS, '').trim();
  return { day: readDayText(repeats && name === 'day' ? 'today' : name, today), hasTime, repeats };
}

/** Reads a CSV export of a Todoist project; returns null if the text is not one. */
export function readTodoist(text: string, today: DayKey): ParsedFile | null {
  const rows = csvTable(text, COLUMNS);
  if (!rows) return null;
  const { parsed, add, countLosses, uniqueKey } = createParsedFile('Todoist');
  let hasNote = true;
  for (const cell of rows) {
    const type = cell('TYPE').toLowerCase();
    if (type === 'note') {
      // All comments of a task count as one note.
      countLosses({ notes: !hasNote });
      hasNote = true;
    }
    if (type !== 'task') continue;
    const [content, dayText, priority] = [
      cell('CONTENT'),
      cell('DATE') || cell('DEADLINE'),
      cell('PRIORITY'),
    ];
    const { day, hasTime, repeats } = readDate(dayText, today);
    hasNote = cell('DESCRIPTION') !== '';
    add({
      ...splitTitle(content),
      key: uniqueKey('todoist', content, dayText),
      day,
      ...(day === null && dayText !== '' ? { dayText } : {}),
      starred: priority === HIGHEST,
    });
    countLosses({
      notes: hasNote,
      times: hasTime,
      repeats,
      nested: Number(cell('INDENT')) > 1,
      priorities: !['', HIGHEST, NONE].includes(priority),
    });
  }
  return parsed;
}
