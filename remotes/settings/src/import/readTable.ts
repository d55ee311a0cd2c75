import { IMPORT_MESSAGES, isDayKey, toDayKey, type DayKey } from '@space/domain';
import Papa from 'papaparse';
import { dateReader, nextOfRepetition, splitDate } from './csvDates.ts';
import { keyMaker, splitTitle, type Losses, type ParsedFile } from './parsedFile.ts';
import { startCounting } from './recurrence.ts';

/** Returns the cell of a row in the given column; '' if there is none. */
type Row = (column: string) => string;

/** What the columns of a program say about a task. */
interface TaskRow {
  title: string;
  dayText: string;
  /** Its day, if the text is not a date but an instant. */
  instantDay: DayKey | null;
  /** The language of its date. */
  language: string;
  /** What identifies the task in a later file. */
  keys: readonly string[];
  completed: boolean;
  starred: boolean;
  losses: Losses;
}

interface Source {
  name: string;
  /** How the head of its table begins, and the delimiter: some spreadsheets use another than the comma. */
  head: RegExp;
  /** Takes a row and the result so far; returns the task, or null if the row is none, and notes what it means instead. */
  read: (cell: Row, tasks: readonly TaskRow[], leftOut: ParsedFile['leftOut']) => TaskRow | null;
}

const SOURCES: readonly Source[] = [
  {
    // The open tasks of one project, without ids. A comment is a row after its task.
    // https://todoist.com/help/articles/format-a-csv-file-to-import-into-todoist-UVUXTmm6
    name: 'Todoist',
    head: /^"?TYPE"?([,;\t])"?CONTENT\b/m,
    read(cell, tasks) {
      const [type, title, date] = [cell('TYPE').toLowerCase(), cell('CONTENT'), cell('DATE')];
      const task = tasks.at(-1);
      if (type === 'note' && task) task.losses.notes = true;
      if (type !== 'task') return null;
      const dayText = date || cell('DEADLINE');
      return {
        title,
        dayText,
        instantDay: null,
        language: cell(date ? 'DATE_LANG' : 'DEADLINE_LANG').replace('_', '-') || 'en',
        keys: ['todoist', title, dayText],
        completed: false,
        starred: cell('PRIORITY') === '1',
        losses: {
          notes: cell('DESCRIPTION') !== '',
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
    read(cell, _, leftOut) {
      const [kind, status, title] = [cell('Kind'), cell('Status'), cell('Title')];
      if (kind === 'NOTE' || status === '-1') {
        leftOut.push({ title, reason: IMPORT_MESSAGES[kind === 'NOTE' ? 'isNote' : 'cancelled'] });
        return null;
      }
      const dayText = cell('Start Date') || cell('Due Date');
      const steps = kind === 'CHECKLIST' || cell('Is Check list') === 'Y';
      return {
        title,
        dayText,
        instantDay: dayOfInstant(dayText, cell('Timezone')),
        language: navigator.language,
        keys: ['ticktick', cell('Created Time'), title],
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

/** Parses CSV; returns the rows below the head, or null if the text has none. Throws on an open quote. */
function rowsBelow(head: RegExp, text: string): Row[] | null {
  const found = head.exec(text);
  if (!found) return null;
  const { data, errors } = Papa.parse<Readonly<Record<string, string>>>(text.slice(found.index), {
    header: true,
    delimiter: found[1],
    skipEmptyLines: 'greedy',
  });
  if (errors.some(({ type }) => type === 'Quotes')) throw new Error('A quotation mark is missing');
  return data.map((row) => (column) => row[column]?.trim() ?? '');
}

/** '2026-10-04T21:00:00+0000' is an instant, as TickTick writes it; its day is the one in the zone of the task. */
function dayOfInstant(text: string, timeZone: string): DayKey | null {
  if (!/^\d{4}-\d{2}-\d{2}T.*[+-]\d{4}$/.test(text)) return null;
  // oxlint-disable-next-line space/no-date-from-text -- an instant with its offset, not a day
  const date = new Date(text.replace(/(?=\d{2}$)/, ':'));
  if (Number.isNaN(date.getTime())) return null;
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
  for (const { name, head, read } of SOURCES) {
    const rows = rowsBelow(head, text);
    if (!rows) continue;
    const leftOut: ParsedFile['leftOut'] = [];
    const found: TaskRow[] = [];
    for (const cell of rows) {
      const task = read(cell, found, leftOut);
      if (task) found.push(task);
    }
    const makeKey = keyMaker();
    const dayWords = found.map(({ dayText }) => splitDate(dayText).words);
    const dates = dateReader(dayWords, today);
    const tasks = found.map(({ title, instantDay, language, keys, losses, ...task }) => {
      const { words, hasTime, repeats } = splitDate(task.dayText);
      const day = repeats ? nextOfRepetition(words, today) : instantDay;
      const date = repeats || day ? { day } : dates.read(words, language);
      const key = makeKey(...keys);
      return { ...task, ...splitTitle(title), ...date, key, losses: { times: hasTime, repeats, ...losses } };
    });
    return { source: name, tasks, leftOut, openDate: dates.openDate };
  }
  return null;
}
