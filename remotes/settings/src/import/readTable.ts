import { IMPORT_MESSAGES, isDayKey, toDayKey, type DayKey } from '@space/domain';
import Papa from 'papaparse';
import { dateReader, nextOfRepetition, splitDate } from './csvDates.ts';
import { createParsedFile, splitTitle, type Loss, type ParsedFile } from './parsedFile.ts';
import { startCounting } from './recurrence.ts';

/** Returns the cell of a row in the given column; '' if there is none. */
type Row = (column: string) => string;

interface TaskCells {
  /** What identifies the task in a later file. */
  key: string[];
  language: string;
  completed: boolean;
  lost: Partial<Record<Loss, boolean>>;
}

/** The columns of a program's table. */
interface Source {
  name: string;
  /** The head of the table is the row that names all of these. */
  head: readonly string[];
  title: string;
  /** The first that is filled has the day. */
  days: readonly [string, string];
  /** Has the time zone in which an instant is a day. */
  zone?: string;
  priority: { column: string; highest: string; none: string };
  read: (cell: Row, dayText: string, hasTime: boolean) => TaskCells;
  /** Takes a row and the result, to which it adds what a row other than a task means; returns whether it is one. */
  skips: (cell: Row, parsed: ParsedFile) => boolean;
}

const SOURCES: readonly Source[] = [
  {
    // The open tasks of one project, without ids. A comment is a row after its task.
    // https://todoist.com/help/articles/format-a-csv-file-to-import-into-todoist-UVUXTmm6
    name: 'Todoist',
    head: ['TYPE', 'CONTENT', 'PRIORITY', 'DATE'],
    title: 'CONTENT',
    days: ['DATE', 'DEADLINE'],
    priority: { column: 'PRIORITY', highest: '1', none: '4' },
    read: (cell, dayText, hasTime) => ({
      key: ['todoist', cell('CONTENT'), dayText],
      language: cell(cell('DATE') ? 'DATE_LANG' : 'DEADLINE_LANG').replace('_', '-') || 'en',
      completed: false,
      lost: { notes: cell('DESCRIPTION') !== '', times: hasTime, nested: Number(cell('INDENT')) > 1 },
    }),
    skips(cell, { tasks }) {
      const type = cell('TYPE').toLowerCase();
      if (type === 'note') tasks.at(-1)?.losses.add('notes');
      return type !== 'task';
    },
  },
  {
    // A backup: https://help.ticktick.com, 'Backup & Restore'. Three cells precede the head: date, version, and the meaning of
    // the Status numbers. `taskId` only counts the rows of one file: it is not a stable id.
    name: 'TickTick',
    head: ['List Name', 'Title', 'Due Date', 'Status'],
    title: 'Title',
    days: ['Start Date', 'Due Date'],
    zone: 'Timezone',
    priority: { column: 'Priority', highest: '5', none: '0' },
    read(cell, dayText) {
      const steps = cell('Kind') === 'CHECKLIST' || cell('Is Check list') === 'Y';
      return {
        key: ['ticktick', cell('Created Time'), cell('Title')],
        language: navigator.language,
        completed: cell('Status') !== '0',
        lost: {
          notes: cell('Content') !== '' && !steps,
          steps,
          tags: cell('Tags') !== '',
          times: cell('Is All Day') === 'false' && dayText !== '',
          repeats: cell('Repeat') !== '',
          nested: cell('parentId') !== '',
        },
      };
    },
    skips(cell, { leftOut }) {
      const { isNote, cancelled } = IMPORT_MESSAGES;
      const reason = cell('Kind') === 'NOTE' ? isNote : cell('Status') === '-1' ? cancelled : null;
      if (reason !== null) leftOut.push({ title: cell('Title'), reason });
      return reason !== null;
    },
  },
];

/** Some spreadsheets use another delimiter than the comma. */
const DELIMITERS = [',', ';', '\t'];
/** Some exports have a few lines before the head of the table. */
const HEAD_SEARCH_ROWS = 20;

/** Parses CSV; returns the rows below the head, or null if no row is one. Throws on an open quote. */
function rowsBelow(head: readonly string[], text: string): Row[] | null {
  for (const delimiter of DELIMITERS) {
    const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' });
    const isHead = (row: string[]) => head.every((column) => row.includes(column));
    const index = data.slice(0, HEAD_SEARCH_ROWS).findIndex(isHead);
    if (index < 0) continue;
    if (errors.some(({ type }) => type === 'Quotes')) throw new Error('A quotation mark is missing');
    const columns = new Map(data[index]?.map((column, place) => [column, place]));
    return data.slice(index + 1).map((row) => (column) => row[columns.get(column) ?? -1]?.trim() ?? '');
  }
  return null;
}

/** '2026-10-04T21:00:00+0000' is an instant; its day is the one in the zone of the task. */
function dayOfInstant(instant: string, timeZone: string): DayKey | null {
  // oxlint-disable-next-line space/no-date-from-text -- an instant with its offset, not a day
  const date = new Date(instant.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  if (!/^\d{4}-\d{2}-\d{2}T/.test(instant) || Number.isNaN(date.getTime())) return null;
  try {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: timeZone || undefined }).format(date);
    return isDayKey(day) ? day : null;
  } catch {
    return toDayKey(date); // a zone that this browser does not know
  }
}

/** Reads the table of a program; returns null if the text is none of them. Throws if it is damaged. */
export function readTable(text: string, today: DayKey): ParsedFile | null {
  startCounting();
  for (const source of SOURCES) {
    const rows = rowsBelow(source.head, text);
    if (rows) return readRows(source, rows, today);
  }
  return null;
}

function readRows(source: Source, rows: readonly Row[], today: DayKey): ParsedFile {
  const { name, title, days, zone, priority, read, skips } = source;
  const { parsed, add, uniqueKey } = createParsedFile(name);
  const dayTextOf = (cell: Row) => cell(days[0]) || cell(days[1]);
  const words = rows.map((cell) => splitDate(dayTextOf(cell)).words);
  const dates = dateReader(words, today);
  parsed.openDate = dates.openDate;
  for (const [index, cell] of rows.entries()) {
    if (skips(cell, parsed)) continue;
    const dayText = dayTextOf(cell);
    const { hasTime, repeats } = splitDate(dayText);
    const { key, language, completed, lost } = read(cell, dayText, hasTime);
    const text = words[index] ?? '';
    const instant = zone === undefined ? null : dayOfInstant(dayText, cell(zone));
    const day = repeats ? nextOfRepetition(text, today) : instant;
    const date = repeats || instant ? { day } : dates.read(text, language);
    const rank = cell(priority.column);
    const starred = rank === priority.highest;
    const priorities = !starred && !['', priority.none].includes(rank);
    const task = { ...splitTitle(cell(title)), ...date, key: uniqueKey(...key), dayText, completed, starred };
    add(task, { priorities, repeats, ...lost });
  }
  return parsed;
}
