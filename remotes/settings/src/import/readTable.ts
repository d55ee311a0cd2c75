import { IMPORT_MESSAGES, type DayKey } from '@space/domain';
import Papa from 'papaparse';
import { dateReader, dayOfInstant } from './csvDates.ts';
import { UnreadableFile, type LeftOut, type ParsedFile, type ParsedTask } from './parsedFile.ts';
import { startCounting } from './recurrence.ts';

/** Returns the cell of a row in the given column; '' if there is none. */
type Row = (column: string) => string;

interface Source {
  name: string;
  /** How the head of its table begins, and the delimiter: some spreadsheets use another than the comma. */
  head: RegExp;
  /** The day of a task, and its language. */
  dateOf: (cell: Row) => readonly [text: string, language: string];
  /** Takes a row, the text of its day and the next row; returns a task, why it is left out, or null if the row is none. */
  read: (cell: Row, dayText: string, next?: Row) => Omit<ParsedTask, 'day'> | LeftOut | null;
}

const SOURCES: readonly Source[] = [
  {
    // The open tasks of one project, without ids. A comment is a row after its task.
    // https://todoist.com/help/articles/format-a-csv-file-to-import-into-todoist-UVUXTmm6
    name: 'Todoist',
    head: /^"?TYPE"?([,;\t])"?CONTENT\b/m,
    dateOf: (cell) =>
      cell('DATE') ? [cell('DATE'), cell('DATE_LANG')] : [cell('DEADLINE'), cell('DEADLINE_LANG')],
    read(cell, dayText, next) {
      if (!/^task$/i.test(cell('TYPE'))) return null;
      return {
        key: ['todoist', cell('CONTENT'), dayText].join('\n'),
        title: cell('CONTENT'),
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
    dateOf(cell) {
      const date = cell('Start Date') || cell('Due Date');
      return [dayOfInstant(date, cell('Timezone')) ?? date, navigator.language];
    },
    read(cell, dayText) {
      const [kind, status, title] = [cell('Kind'), cell('Status'), cell('Title')];
      if (kind === 'NOTE') return { title, reason: IMPORT_MESSAGES.isNote };
      if (status === '-1') return { title, reason: IMPORT_MESSAGES.cancelled };
      const steps = kind === 'CHECKLIST' || cell('Is Check list') === 'Y';
      return {
        key: ['ticktick', cell('Created Time'), title].join('\n'),
        title,
        completed: status !== '0',
        starred: cell('Priority') === '5',
        losses: {
          notes: cell('Content') !== '' && !steps,
          steps,
          tags: cell('Tags') !== '',
          priorities: ['1', '3'].includes(cell('Priority')),
          times: cell('Is All Day') === 'false' && dayText !== '',
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

/** Reads the table of a program. Throws if the text is none of them, or damaged. */
export function readTable(text: string, today: DayKey): ParsedFile {
  startCounting();
  for (const { name, head, dateOf, read } of SOURCES) {
    const match = head.exec(text);
    if (!match) continue;
    const rows = rowsBelow(match);
    const { openDate, readDate } = dateReader(rows.map(dateOf), today);
    const found = rows.flatMap((cell, index) => {
      const [dayText, language] = dateOf(cell);
      const task = read(cell, dayText, rows[index + 1]);
      if (!task || 'reason' in task) return task ?? [];
      const date = readDate(dayText, language);
      return { ...task, ...date, losses: { ...date.losses, ...task.losses } };
    });
    return { source: name, hasIds: false, found, openDate };
  }
  throw new UnreadableFile(IMPORT_MESSAGES.unknown);
}
