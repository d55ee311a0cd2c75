import { IMPORT_MESSAGES, isDayKey, toDayKey, type DayKey } from '@space/domain';
import { dateReader } from './csvDates.ts';
import { csvTable, type Row } from './csvTable.ts';
import { createParsedFile, splitTitle, type ParsedFile } from './parsedFile.ts';

// A backup of TickTick: https://help.ticktick.com, 'Backup & Restore'. Three cells precede the header row: date, version,
// and the meaning of the Status numbers. `taskId` only counts the rows of one file: it is not a stable id.

const COLUMNS = ['List Name', 'Title', 'Due Date', 'Status'];
const ABANDONED = '-1';
const OPEN = '0';
const HIGH = '5';
const NONE = '0';

/** '2026-10-04T21:00:00+0000' is an instant; its day is the one in the task's own time zone. */
function dayOf(instant: string, timeZone: string): DayKey | null {
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

/** Reads a backup of TickTick; returns null if the text is not one. */
export function readTickTick(text: string, today: DayKey): ParsedFile | null {
  const rows = csvTable(text, COLUMNS);
  if (!rows) return null;
  const { parsed, add, leaveOut, uniqueKey } = createParsedFile('TickTick');
  const dateOf = (cell: Row) => cell('Start Date') || cell('Due Date');
  const dates = dateReader(rows.map(dateOf), today);
  parsed.openDate = dates.openDate;
  for (const cell of rows) {
    const title = cell('Title');
    const dayText = dateOf(cell);
    const isSteps = cell('Kind') === 'CHECKLIST' || cell('Is Check list') === 'Y';
    if (cell('Kind') === 'NOTE') {
      leaveOut(title, IMPORT_MESSAGES.isNote);
      continue;
    }
    if (cell('Status') === ABANDONED) {
      leaveOut(title, IMPORT_MESSAGES.cancelled);
      continue;
    }
    const ownDay = dayOf(dayText, cell('Timezone'));
    // A spreadsheet may have written it in another way.
    const date = ownDay === null ? dates.read(dayText, navigator.language) : { day: ownDay };
    const task = {
      ...splitTitle(title),
      key: uniqueKey('ticktick', cell('Created Time'), title),
      ...date,
      ...(date.day === null && dayText !== '' ? { dayText } : {}),
      completed: cell('Status') !== OPEN,
      starred: cell('Priority') === HIGH,
    };
    add(task, {
      notes: cell('Content') !== '' && !isSteps,
      steps: isSteps,
      tags: cell('Tags') !== '',
      times: date.day !== null && cell('Is All Day') === 'false',
      repeats: cell('Repeat') !== '',
      nested: cell('parentId') !== '',
      priorities: !['', HIGH, NONE].includes(cell('Priority')),
    });
  }
  return parsed;
}
