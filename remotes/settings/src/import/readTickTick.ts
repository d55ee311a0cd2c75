import { IMPORT_MESSAGES, isDayKey, toDayKey, type DayKey } from '@space/domain';
import { csvTable } from './csvTable.ts';
import { createReading, wordsOf, type Reading } from './reading.ts';

// A backup of TickTick: https://help.ticktick.com, 'Backup & Restore'. Before the head stand three cells: date, version, and what
// the numbers of Status mean. `taskId` counts the rows of one file, so it tells nothing in the next.

const COLUMNS = ['List Name', 'Title', 'Due Date', 'Status'];
const ABANDONED = '-1';
const OPEN = '0';
const HIGH = '5';
const NONE = '0';

/** '2026-10-04T21:00:00+0000' is an instant; its day is the one in the task's own time zone. */
function dayOf(instant: string, timeZone: string): DayKey | null {
  // oxlint-disable-next-line space/no-date-from-text -- an instant with its offset, not a day
  const date = new Date(instant.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  if (instant === '' || Number.isNaN(date.getTime())) return null;
  try {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: timeZone || undefined }).format(date);
    return isDayKey(day) ? day : null;
  } catch {
    return toDayKey(date); // a zone that this browser does not know
  }
}

/** Reads a backup of TickTick; null where it is no such file. */
export function readTickTick(text: string): Reading | null {
  const rows = csvTable(text, COLUMNS);
  if (!rows) return null;
  const { reading, add, leaveOut, lose, numbered } = createReading('TickTick');
  for (const cell of rows) {
    const title = cell('Title');
    const dayText = cell('Start Date') || cell('Due Date');
    const isSteps = cell('Kind') === 'CHECKLIST' || cell('Is Check list') === 'Y';
    if (cell('Kind') === 'NOTE') {
      leaveOut(title, IMPORT_MESSAGES.isNote);
      continue;
    }
    if (cell('Status') === ABANDONED) {
      leaveOut(title, IMPORT_MESSAGES.cancelled);
      continue;
    }
    const day = dayOf(dayText, cell('Timezone'));
    add({
      ...wordsOf(title),
      key: numbered('ticktick', cell('Created Time'), title),
      day,
      ...(day === null && dayText !== '' ? { dayText } : {}),
      completed: cell('Status') !== OPEN,
      starred: cell('Priority') === HIGH,
    });
    lose({
      notes: cell('Content') !== '' && !isSteps,
      steps: isSteps,
      tags: cell('Tags') !== '',
      times: day !== null && cell('Is All Day') === 'false',
      repeats: cell('Repeat') !== '',
      nested: cell('parentId') !== '',
      priorities: !['', HIGH, NONE].includes(cell('Priority')),
    });
  }
  return reading;
}
