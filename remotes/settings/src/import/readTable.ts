import { IMPORT_MESSAGES, type DayKey } from '@space/domain';
import Papa from 'papaparse';
import { dateReader, dayOfInstant } from './csvDates.ts';
import { keyMaker, type LeftOut, type ParsedFile, type ParsedTask } from './parsedFile.ts';
import { startCounting } from './recurrence.ts';

/** Returns the cell of a row in the given column; '' if there is none. */
type Row = (column: string) => string;

/** What the columns of a program say about a task. */
interface TaskRow extends Pick<ParsedTask, 'title' | 'completed' | 'starred' | 'losses'> {
  dayText: string;
  /** The language of its date. */
  language: string;
  /** What identifies the task in a later file. */
  keys: readonly string[];
}

interface Source {
  name: string;
  /** How the head of its table begins, and the delimiter: some spreadsheets use another than the comma. */
  head: RegExp;
  /** Takes a row and the next one; returns a task, or why it is left out, or null if the row is none. */
  read: (cell: Row, next: Row | undefined) => TaskRow | LeftOut | null;
}

const SOURCES: readonly Source[] = [
  {
    // The open tasks of one project, without ids. A comment is a row after its task.
    // https://todoist.com/help/articles/format-a-csv-file-to-import-into-todoist-UVUXTmm6
    name: 'Todoist',
    head: /^"?TYPE"?([,;\t])"?CONTENT\b/m,
    read(cell, next) {
      const [title, date] = [cell('CONTENT'), cell('DATE')];
      if (!/^task$/i.test(cell('TYPE'))) return null;
      const dayText = date || cell('DEADLINE');
      return {
        title,
        dayText,
        language: cell(date ? 'DATE_LANG' : 'DEADLINE_LANG').replace('_', '-') || 'en',
        keys: ['todoist', title, dayText],
        completed: false,
        starred: cell('PRIORITY') === '1',
        losses: {
          notes: cell('DESCRIPTION') !== '' || /^note$/i.test(next?.('TYPE') ?? ''),
          priorities: ['2', '3'].includes(cell('PRIORITY')),
          nested: Number(cell('INDENT')) > 1,
        },
      };
    },
  },
  {
    // A backup: https://help.ticktick.com, 'Backup & Restore'. Three cells precede the head: date, version, and the meaning of
    // the Status numbers. `taskId` only counts the rows of one file: it is not a stable id.
    name: 'TickTick',
    head: /^(?:"?Folder Name"?.)?"?List Name"?([,;\t])"?Title\b/m,
    read(cell) {
      const [kind, status, title] = [cell('Kind'), cell('Status'), cell('Title')];
      if (kind === 'NOTE') return { title, reason: IMPORT_MESSAGES.isNote };
      if (status === '-1') return { title, reason: IMPORT_MESSAGES.cancelled };
      const date = cell('Start Date') || cell('Due Date');
      const steps = kind === 'CHECKLIST' || cell('Is Check list') === 'Y';
      return {
        title,
        dayText: dayOfInstant(date, cell('Timezone')) ?? date,
        language: navigator.language,
        keys: ['ticktick', cell('Created Time'), title],
        completed: status !== '0',
        starred: cell('Priority') === '5',
        losses: {
          notes: cell('Content') !== '' && !steps,
          steps,
          tags: cell('Tags') !== '',
          priorities: ['1', '3'].includes(cell('Priority')),
          times: cell('Is All Day') === 'false' && date !== '',
          repeats: cell('Repeat') !== '',
          nested: cell('parentId') !== '',
        },
      };
    },
  },
];

/** Parses CSV, from the match of its head on; returns the rows below it. Throws on an open quote. */
function rowsBelow({ 1: delimiter = '', index, input }: RegExpExecArray): Row[] {
  const { data, errors } = Papa.parse<Readonly<Record<string, string>>>(input.slice(index), {
    header: true,
    delimiter,
    skipEmptyLines: 'greedy',
  });
  if (errors.some(({ type }) => type === 'Quotes')) throw new Error('A quotation mark is missing');
  return data.map((row) => (column) => row[column]?.trim() ?? '');
}

/** Reads the table of a program; returns null if the text is none of them. Throws if it is damaged. */
export function readTable(text: string, today: DayKey): ParsedFile | null {
  startCounting();
  for (const { name, head, read } of SOURCES) {
    const match = head.exec(text);
    if (!match) continue;
    const rows = rowsBelow(match).flatMap((cell, index, all) => read(cell, all[index + 1]) ?? []);
    const texts = rows.flatMap((row) => ('reason' in row ? [] : row.dayText));
    const { openDate, readDate } = dateReader(texts, today);
    const makeKey = keyMaker();
    const found = rows.map((row) => {
      if ('reason' in row) return row;
      const { language, keys, losses, ...task } = row;
      const date = readDate(task.dayText, language);
      return { ...task, ...date, key: makeKey(...keys), losses: { ...date.losses, ...losses } };
    });
    return { source: name, found, openDate };
  }
  return null;
}
