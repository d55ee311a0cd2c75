import { readDayText, type DayKey } from '@space/domain';
import { csvTable } from './csvTable.ts';
import { createReading, wordsOf, type Reading } from './reading.ts';

// The columns: https://todoist.com/help/articles/format-a-csv-file-to-import-into-todoist-UVUXTmm6. A file is one project, holds
// what is not completed, and has no ids; a comment is a row of its own after its task.

const COLUMNS = ['TYPE', 'CONTENT', 'PRIORITY', 'DATE'];
const HIGHEST = '1';
const NONE = '4';

const TIME = /(?:\bat |@ ?|T)?\b\d{1,2}(?::\d{2}){1,2}(?:\.\d+)?Z?(?: ?[ap]m)?\b|\b(?:at )?\d{1,2} ?[ap]m\b/i;
const REPEATS = /^(?:every|ev)\b!? ?/i;

/** 'Oct 5 2026', '2026-10-05 15:30', 'every monday at 9am'; of what repeats it is the next day. */
function readDate(text: string, today: DayKey) {
  const words = text.replace(/(\d)T(?=\d)/, '$1 ');
  const hasTime = TIME.test(words);
  const repeats = REPEATS.test(words);
  const name = words.replace(TIME, '').replace(REPEATS, '').trim();
  return { day: readDayText(repeats && name === 'day' ? 'today' : name, today), hasTime, repeats };
}

/** Reads a project of Todoist as CSV; null where it is no such file. */
export function readTodoist(text: string, today: DayKey): Reading | null {
  const rows = csvTable(text, COLUMNS);
  if (!rows) return null;
  const { reading, add, lose, numbered } = createReading('Todoist');
  let hasNote = true;
  for (const cell of rows) {
    const type = cell('TYPE').toLowerCase();
    if (type === 'note') {
      // Several comments are the notes of one task.
      lose({ notes: !hasNote });
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
      ...wordsOf(content),
      key: numbered('todoist', content, dayText),
      day,
      ...(day === null && dayText !== '' ? { dayText } : {}),
      starred: priority === HIGHEST,
    });
    lose({
      notes: hasNote,
      times: hasTime,
      repeats,
      nested: Number(cell('INDENT')) > 1,
      priorities: !['', HIGHEST, NONE].includes(priority),
    });
  }
  return reading;
}
