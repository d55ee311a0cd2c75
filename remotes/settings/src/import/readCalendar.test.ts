import { beforeEach, expect, it, vi } from 'vitest';
import type { DayKey } from '@space/domain';
import { aTask } from '@space/platform/testing';
import { calendarFile } from '@space/domain/calendar';
import calendarFixture from './fixtures/calendar.ics?raw';
import { fixture, lineOf, lossesOf, parse } from '../testing/readFixture.ts';
import repeating from './fixtures/repeating.txt?raw';
import { readFile } from './readFile.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  return () => vi.unstubAllEnvs();
});

const calendar = (...lines: string[]) =>
  new File(
    [['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join('\r\n')],
    'a.ics',
  );
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a', 'SUMMARY:Event', ...lines, 'END:VEVENT'];
/** The definition of a time zone. */
const NEW_YORK = /BEGIN:VTIMEZONE[^]*END:VTIMEZONE/.exec(calendarFixture)?.[0].split('\r\n') ?? [];
const daysOf = async (...lines: string[]) => (await parse(calendar(...lines))).tasks.map(({ day }) => day);

it('import-files: events and to-dos get their first day in the zone of this device; a series gets its next occurrence', async () => {
  const { source, tasks, leftOut } = await parse(fixture('calendar'));
  expect(source).toBe('iCalendar');
  expect(tasks.map(lineOf)).toEqual([
    "2026-11-20 🎉 Party, at Ann's",
    '2026-11-20 A call in the zone of the device',
    '2026-11-19 A call in another zone',
    '2026-11-23 Fair',
    '2026-12-01 Stand-up, a day later',
    '(2026-02-31) On a day that does not exist',
    '2026-11-21 x* Post the parcel',
    '() Some day',
  ]);
  expect(leftOut).toEqual([
    { title: 'Called off', reason: 'It was cancelled' },
    { title: 'Dear diary', reason: 'It is no event and no to-do' },
  ]);
  expect(lossesOf(tasks)).toEqual({ notes: 1, times: 3, tags: 1, repeats: 1, longer: 1 });
});

it('import-files: a downloaded calendar gives back the same tasks, with the same keys as in the JSON export', async () => {
  const own = [
    aTask({ id: '1a000000-0000-4000-8000-000000000001', title: 'Lift', emoji: '🏋️', completed: true }),
    aTask({ id: '1a000000-0000-4000-8000-000000000002', title: '✓ a, b', starred: true, pinned: true }),
  ];
  const { tasks } = await parse(new File([calendarFile(own, new Date())], 'a.ics'));
  expect(tasks.map(lineOf)).toEqual(['2026-11-16 x 🏋️ Lift', '2026-11-16 *! ✓ a, b']);
  expect(tasks.map(({ id, key }) => [id, key])).toEqual(own.map(({ id }) => [id, `better-space\n${id}`]));
});

// The days were worked out with rrule of python-dateutil 2.9.0.
it.each(
  repeating
    .trim()
    .split('\n')
    .map((row) => row.split(' | ')),
)('%s is the day of: %s', async (day, _what, lines = '') => {
  expect(await daysOf(...NEW_YORK, ...event(...lines.split(' ')))).toEqual([day]);
});

it.each([
  ['never occurs', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
  ['never occurs, once a year', 'FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=31;INTERVAL=2'],
  ['skips more than the calendar has', 'FREQ=DAILY;INTERVAL=999999999'],
  ['occurs every second', 'FREQ=SECONDLY'],
  ['occurs at many seconds', `FREQ=SECONDLY;BYSECOND=${Array(100_000).fill(7).join(',')}`],
  ['occurs at seconds of a month', 'FREQ=SECONDLY;BYSECOND=1,2,3;BYMONTH=2;BYMONTHDAY=29'],
  ['has an unknown frequency', 'FREQ=FORTNIGHTLY'],
  ['has an unknown weekday', 'FREQ=WEEKLY;BYDAY=XX'],
  ['is in weeks of the year', 'FREQ=YEARLY;BYWEEKNO=47;BYDAY=MO'],
  ['chooses among days of a week', 'FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1'],
  ['chooses among days of a month', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1'],
  ['has ended before it begins', 'FREQ=DAILY;UNTIL=20200101T000000Z'],
])('import-files: a series that %s is left out with its title, and the rest is imported', async (_, rule) => {
  const other = event('DTSTART;VALUE=DATE:20261201').with(1, 'UID:b');
  const { tasks, leftOut } = await parse(
    calendar(...event('DTSTART:20200302T090000Z', `RRULE:${rule}`), ...other),
  );
  expect(tasks.map(({ day }) => day)).toEqual(['2026-12-01']);
  expect(leftOut).toEqual([{ title: 'Event', reason: 'When it repeats is not understood' }]);
});

it('import-files: a rule with spaces or in small letters is read', async () => {
  const rule = 'RRULE:freq=DAILY;BYDAY=SA, SU';
  expect(await daysOf(...event('DTSTART:20260103T090000Z', rule))).toEqual(['2026-11-21']);
});

it('import-files: a duration of millions of years and a time zone that changes every second do not block the import', async () => {
  const zone = NEW_YORK.map((line) => line.replace('FREQ=YEARLY', 'FREQ=SECONDLY'));
  const { tasks, leftOut } = await parse(
    calendar(
      ...zone,
      ...event('DTSTART:20261201T090000Z', 'DURATION:P999999999999999W'),
      ...event('DTSTART;TZID=America/New_York:20261202T090000').with(1, 'UID:b'),
    ),
  );
  expect(tasks.map(({ day }) => day)).toEqual(['2026-12-01']);
  expect(lossesOf(tasks)).toEqual({ longer: 1, times: 1 });
  expect(leftOut).toEqual([{ title: 'Event', reason: 'It cannot be read' }]);
});

it('import-files: many daily series that began long ago do not block the import', async () => {
  const events = Array.from({ length: 200 }, (_, index) =>
    event('DTSTART:19000101T090000Z', 'RRULE:FREQ=DAILY').with(1, `UID:${index}`),
  );
  const { tasks, leftOut } = await parse(calendar(...events.flat()));
  expect(tasks.length).toBeGreaterThan(0);
  expect(new Set(tasks.map(({ day }) => day))).toEqual(new Set(['2026-11-18']));
  expect(tasks.length + leftOut.length).toBe(200);
});

const MONDAYS = ['DTSTART:20260105T090000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO'];
const change = (of: string, ...lines: string[]) => event(`RECURRENCE-ID:${of}T090000Z`, ...lines);

it.each([
  ['moved to an earlier day', [change('20261130', 'DTSTART:20261120T090000Z')], '2026-11-20'],
  ['moved from the past', [change('20261116', 'DTSTART:20261119T090000Z')], '2026-11-19'],
  ['moved to a later day', [change('20261123', 'DTSTART:20261203T090000Z')], '2026-11-30'],
  ['cancelled', [change('20261123', 'DTSTART:20261123T090000Z', 'STATUS:CANCELLED')], '2026-11-30'],
  ['moved into the past', [change('20261123', 'DTSTART:20261117T090000Z')], '2026-11-30'],
])(
  'import-files: of a series with an occurrence that is %s, the next one is found',
  async (_, changes, day) => {
    expect(await daysOf(...event(...MONDAYS), ...changes.flat())).toEqual([day]);
  },
);

const toDo = (...lines: string[]) =>
  event(...lines).map((line) => line.replace('VEVENT', 'VTODO').replace('Event', 'To-do'));

it.each([
  ['by its due day', toDo('DUE;VALUE=DATE:20260105', 'RRULE:FREQ=WEEKLY'), ['2026-11-23']],
  [
    'due two days after its start',
    toDo('DTSTART;VALUE=DATE:20260105', 'DUE;VALUE=DATE:20260107', 'RRULE:FREQ=WEEKLY;BYDAY=MO'),
    ['2026-11-18'],
  ],
  [
    'done this time',
    [
      ...toDo('DTSTART;VALUE=DATE:20260107', 'RRULE:FREQ=WEEKLY'),
      ...toDo('RECURRENCE-ID;VALUE=DATE:20261118', 'DTSTART;VALUE=DATE:20261118', 'STATUS:COMPLETED'),
    ],
    ['2026-11-25'],
  ],
  ['done for good', toDo('DUE;VALUE=DATE:20260105', 'RRULE:FREQ=WEEKLY', 'STATUS:COMPLETED'), ['2026-01-05']],
])('import-files: a repeating to-do, %s', async (_, lines, days) => {
  expect(await daysOf(...lines)).toEqual(days);
});

it('import-files: the keys of a series do not depend on the day on which it is read', async () => {
  const file = calendar(
    ...event(...MONDAYS),
    ...change('20261123', 'DTSTART:20261124T090000Z', 'SUMMARY:Moved'),
  );
  const read = async (today: DayKey) => {
    const outcome = await readFile(file, today);
    return outcome.ok ? outcome.parsed.tasks.map(({ key, day }) => [key, day]) : [];
  };
  const [[key, day] = [], [later, laterDay] = []] = [
    ...(await read('2026-11-18')),
    ...(await read('2026-11-25')),
  ];
  expect(later).toBe(key);
  expect([day, laterDay]).toEqual(['2026-11-24', '2026-11-30']);
});

it('import-files: a changed occurrence whose series is not in the file is an event of its own', async () => {
  const change = event('DTSTART:20261201T090000Z', 'RECURRENCE-ID:20261130T090000Z');
  const other = event('DTSTART:20261208T090000Z', 'RECURRENCE-ID:20261207T090000Z');
  const { tasks } = await parse(calendar(...change, ...other));
  expect(tasks.map(({ day }) => day)).toEqual(['2026-12-01', '2026-12-08']);
  expect(new Set(tasks.map(({ key }) => key)).size).toBe(2);
});

it('import-files: an event that the library cannot read is listed, and the rest is imported', async () => {
  const { tasks, leftOut } = await parse(
    calendar(...event('DTSTART:hello'), ...event('DTSTART:20261201T090000Z')),
  );
  expect(tasks.map(({ day }) => day)).toEqual(['2026-12-01']);
  expect(leftOut).toEqual([{ title: 'Event', reason: 'It cannot be read' }]);
});

it('import-files: several calendars in one file are read as one', async () => {
  const first = await calendar(...event('DTSTART;VALUE=DATE:20261120')).text();
  const second = await calendar(...event('DTSTART;VALUE=DATE:20261121')).text();
  const { tasks } = await parse(new File([first, second], 'a.ics'));
  expect(tasks.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21']);
});
