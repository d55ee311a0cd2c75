import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calendarFile } from '@space/domain/calendar';
import { aTask } from '@space/platform/testing';
import { UnreadableFile, type ParsedTask } from './parsedFile.ts';
import { readFile } from './readFile.ts';

const files = import.meta.glob<string>('./fixtures/*', { query: '?raw', import: 'default', eager: true });
const fixture = (name: string) => files[`./fixtures/${name}`] ?? '';

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'));
afterEach(() => void vi.unstubAllEnvs());

/** Reads a file on a Wednesday. */
async function parse(content: BlobPart, today: '2026-11-18' | '2026-11-25' = '2026-11-18') {
  const { found, ...file } = await readFile(new Blob([content]), today);
  const tasks = found.filter((entry) => 'key' in entry);
  return { ...file, tasks, leftOut: found.filter((entry) => 'reason' in entry) };
}
type Parsed = Awaited<ReturnType<typeof parse>>;
const keysOf = ({ tasks }: Parsed) => tasks.map(({ key }) => key);
const daysOf = ({ tasks }: Parsed) => tasks.map(({ day }) => day);
/** A task as one line: its day, marks, emoji and title. */
function lineOf({ day, dayText, completed, starred, pinned, emoji, title }: ParsedTask): string {
  const marks = `${completed ? 'x' : ''}${starred ? '*' : ''}${pinned ? '!' : ''}`;
  return [day ?? `(${dayText ?? ''})`, marks, emoji, title].filter(Boolean).join(' ');
}
const lost = ({ losses }: ParsedTask) =>
  Object.entries(losses).flatMap(([name, isLost]) => (isLost ? name : []));
/** The kinds of data that tasks lose, one for each task. */
const lossesOf = ({ tasks }: Parsed) => tasks.flatMap(lost).sort().join(' ');
const rowsOf = (name: string) => Array.from(fixture(name).trimEnd().split('\n'), (row) => row.split(' | '));

it.each([
  [
    'todoist.csv',
    'Todoist loses nested notes notes priorities priorities repeats repeats times times',
    '2026-11-20 * 🌱 Repot the basil @garden',
    '() Buy compost',
    '2026-11-23 Water the ferns',
    '2026-11-18 Check the seed tray',
    '2026-12-03 Order seeds, "heirloom" kind',
    '2026-12-09 Send the tax papers',
    '(jeden Freitag) Fenster putzen',
  ],
  [
    'ticktick.csv',
    'TickTick loses nested notes priorities priorities repeats steps tags times',
    '2026-11-20 * Repot the basil',
    '() Buy compost',
    '2026-11-21 Call the "nursery"',
    '2026-11-23 Water the ferns',
    '2026-10-05 x Sow seeds',
    'Ideas: It is a note',
    'Buy a pond: It was cancelled',
  ],
  [
    'WeekToDoBackup.wtdb',
    'WeekToDo loses notes steps times',
    '2026-11-16 x Repot the basil',
    '2026-11-16 Water the ferns',
    '2026-11-19 ☕ Coffee with Ann',
    '() Build a pond',
    'Water the ferns: It repeats: only the days that WeekToDo has filled in come',
  ],
  [
    'better-space.json',
    'Better Space loses ',
    '2026-11-20 * 🚀 Ship the release',
    '2025-02-28 x! Nein, "doch"; oder, 語語語',
  ],
  // Events get their first day in the zone of this device; a series gets its next occurrence.
  [
    'calendar.ics',
    'iCalendar loses longer notes repeats tags times times times',
    "2026-11-20 🎉 Party, at Ann's",
    '2026-11-20 A call in the zone of the device',
    '2026-11-19 A call in another zone',
    '2026-11-23 Fair',
    '2026-12-01 Stand-up, a day later',
    '(2026-02-31) On a day that does not exist',
    '(hell-o-T::) On no day',
    '2026-11-21 x* Post the parcel',
    '() Some day',
    'Called off: It was cancelled',
    'Dear diary: It is no event and no to-do',
  ],
])('import-files, import-once: a file as its program writes it, and its keys: %s', async (name, ...lines) => {
  const file = await parse(fixture(name));
  const leftOut = file.leftOut.map(({ title, reason }) => `${title}: ${reason}`);
  expect([`${file.source} loses ${lossesOf(file)}`, ...file.tasks.map(lineOf), ...leftOut]).toEqual(lines);
  expect(keysOf(await parse(fixture(name), '2026-11-25'))).toEqual(keysOf(file));
});

const HEAD = 'TYPE,CONTENT,PRIORITY,DATE\n';

// One date shows whether the day or the month comes first for all of a table; if none does, or two disagree, they stay open.
it.each(rowsOf('dates.txt'))(
  'day-words, import-files: %s is, in the language %j, %s',
  async (days, language, row = '') => {
    const texts = row.split(' + ');
    const lines = texts.map((text) => `task,A,4,"${text}",${language}`);
    const { tasks, openDate } = await parse(['TYPE,CONTENT,PRIORITY,DATE,DATE_LANG', ...lines].join('\n'));
    const found = tasks.map(
      ({ day, monthFirstDay = day }) => [...new Set([day, monthFirstDay])].join(' or ') || '-',
    );
    expect([found.join(' + '), ...tasks.map(({ dayText }) => dayText)]).toEqual([days, ...texts]);
    expect(openDate?.text).toBe(texts[found.findIndex((each) => each.includes(' or '))]);
  },
);

const own = (rest: object) => JSON.stringify({ format: 'better-space-export', version: 1, ...rest });
const TICKTICK = 'List Name,Title,Due Date,Status\nHome,A,20/11/2026 23:00,0\nHome,B,03/04/2026,0';
const utf16 = (text: string) => Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0));
const SEMICOLONS = `${HEAD}task,Water,4,tomorrow`.replaceAll(',', ';');
const NAMES = '{"todoLists":{"__proto__":[{"text":"A"}],"constructor":[{"text":"B"}],"20261120":[]}}';
const LONG = 'x'.repeat(1e6);

it.each<[string, BlobPart, string[]]>([
  ['dates of TickTick as a spreadsheet writes them', TICKTICK, ['2026-11-20 A', '2026-04-03 B']],
  ['other separators', SEMICOLONS, ['2026-11-19 Water']],
  ['UTF-16', utf16(`${HEAD}task,Wäsche,4,today`.replaceAll(',', '\t')), ['2026-11-18 Wäsche']],
  ['a row of a megabyte', `${HEAD}task,${LONG},4,today`, [`2026-11-18 ${LONG}`]],
  ['names such as __proto__', NAMES, ['() A', '() B']],
  ['malformed tasks, left out', own({ tasks: [{ title: 'No id' }, 7, { id: 'a' }] }), []],
])('import-files: a file is read with %s', async (_, content, lines) => {
  const file = await parse(content);
  expect(file.tasks.map(lineOf)).toEqual(lines);
  const titles = lines.length > 0 ? [] : ['No id', '', ''];
  expect(file.leftOut).toEqual(titles.map((title) => ({ title, reason: 'It cannot be read' })));
  expect(Object.prototype).not.toHaveProperty('text');
});

const nested = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);

it.each<[string, ...BlobPart[]]>([
  ['The file is none of those that can be imported.', '', 'Dear Ann,', '{"a":1}', '[]', nested('[', ']')],
  [
    'The file is not text in UTF-8. Please save it as UTF-8 and choose it again.',
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xd, 0xa), // a picture
    Uint8Array.of(...new TextEncoder().encode(HEAD), 0xfc), // an umlaut in Latin-1
    'TYPE\0',
  ],
  ['The file is a zip archive. Please unpack it and choose a file in it.', Uint8Array.of(80, 75, 3, 4)],
  ['The file is larger than 10 MB.', 'x'.repeat(10 * 1024 * 1024 + 1)],
  ['The file was made by a newer version of Better Space.', own({ version: 2, tasks: [] })],
  ['There is no task in the file.', HEAD],
  [
    'The file is damaged and cannot be read.',
    own({ tasks: [] }).slice(0, -3),
    own({}),
    `BEGIN:VCALENDAR\n${nested('BEGIN:X\n', 'END:X\n')}`,
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x',
    `${HEAD}task,"Water`,
    '{"config":"{}","todoLists":7}',
  ],
])('import-files: a file that cannot be read ends in a message: %s', async (message, ...contents) => {
  for (const content of contents) await expect(parse(content)).rejects.toThrow(new UnreadableFile(message));
});

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join('\r\n');
/** An event, or a to-do: 'VTODO', its UID and its lines. */
const entry = (kind: string, uid: string, ...lines: string[]) => [
  ...[`BEGIN:${kind}`, `UID:${uid}`, `SUMMARY:${uid}`],
  ...[...lines, `END:${kind}`],
];
/** The definition of a time zone. */
const NEW_YORK = /BEGIN:VTIMEZONE[^]*END:VTIMEZONE/.exec(fixture('calendar.ics'))?.[0].split('\r\n') ?? [];

it('import-files: a downloaded calendar gives back the same tasks, with the same keys as in the JSON export', async () => {
  const tasks = [
    aTask({ id: '1a000000-0000-4000-8000-000000000001', title: 'Lift', emoji: '🏋️', completed: true }),
    aTask({ id: '1a000000-0000-4000-8000-000000000002', title: '✓ a, b', starred: true, pinned: true }),
  ];
  const file = await parse(calendarFile(tasks, new Date()));
  expect(file.tasks.map(lineOf)).toEqual(['2026-11-16 x 🏋️ Lift', '2026-11-16 *! ✓ a, b']);
  const ids = tasks.map(({ id }) => [id, `better-space\n${id}`]);
  expect(file.tasks.map(({ id, key }) => [id, key])).toEqual(ids);
});

// The days were worked out with rrule of python-dateutil 2.9.0; '-' is a series that is left out.
it.each(rowsOf('repeating.txt'))(
  'import-files, import-once: %s is the day of: %s',
  async (days, _, series = '') => {
    const entries = series.split(' + ').flatMap((text) => {
      const lines = text.split(/ (?=[A-Z-]+[;:])/);
      return entry(
        lines[0] === 'VTODO' ? 'VTODO' : 'VEVENT',
        'a',
        ...lines.filter((line) => line !== 'VTODO'),
      );
    });
    const file = await parse(calendar(...NEW_YORK, ...entries));
    const reasons = days === '-' ? ['When it repeats is not understood'] : [];
    expect(file.leftOut.map(({ reason }) => reason)).toEqual(reasons);
    if (reasons.length === 0) expect(daysOf(file).join(' ')).toBe(days);
    expect(new Set(keysOf(file)).size).toBe(file.tasks.length);
    const later = await parse(calendar(...NEW_YORK, ...entries), '2026-11-25');
    expect(keysOf(later)).toEqual(keysOf(file));
  },
);

it('import-files: what would take too long is left out with its title, and the rest is imported, also from a second calendar of the file', async () => {
  const events: [title: string, start: string, rule?: string][] = [
    ['a zone that changes every second', ';TZID=Mars:20261202T090000'],
    ['every second', ':20200302T090000Z', 'FREQ=SECONDLY'],
    // A zone is still understood.
    ['b', ';TZID=America/New_York:20990302T090000'],
    ['at many seconds', ':20200302T090000Z', `FREQ=SECONDLY;BYSECOND=${Array(100_000).fill(7).join(',')}`],
    ['never, once a year', ':20200302T090000Z', 'FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=31;INTERVAL=2'],
    ['never', ':20200302T090000Z', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
    // The file has had its steps.
    ['every day since long ago', ':19000101T090000Z', 'FREQ=DAILY'],
  ];
  const zone = NEW_YORK.join('\r\n')
    .replace('America/New_York', 'Mars')
    .replace(/YEARLY/g, 'SECONDLY');
  const entries = events.flatMap(([title, start, rule]) =>
    entry('VEVENT', title, `DTSTART${start}`, ...(rule ? [`RRULE:${rule}`] : [])),
  );
  const other = entry('VEVENT', 'c', 'DTSTART;VALUE=DATE:20261201');
  const long = entry('VEVENT', 'b', 'DTSTART:20261201T090000Z', 'DURATION:P999999999999999W');
  const file = await parse(calendar(...NEW_YORK, zone, ...entries, ...long) + calendar(...other));
  expect(daysOf(file)).toEqual(['2099-03-02', '2026-12-01', '2026-12-01']);
  expect(lossesOf(file)).toBe('longer times times');
  const reasonOf = (rule?: string) => (rule ? 'When it repeats is not understood' : 'It cannot be read');
  const leftOut = events.map(([title, , rule]) => ({ title, reason: reasonOf(rule) }));
  expect(file.leftOut).toEqual(leftOut.filter(({ title }) => title !== 'b'));
});
