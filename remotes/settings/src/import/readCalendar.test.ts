import { beforeEach, expect, it, vi } from 'vitest';
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
  new File([['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join('\r\n')], 'a');
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a', 'SUMMARY:Event', ...lines, 'END:VEVENT'];
/** Another one, on December 1. */
const OTHER = event('DTSTART;VALUE=DATE:20261201').with(1, 'UID:b');
/** The definition of a time zone. */
const NEW_YORK = /BEGIN:VTIMEZONE[^]*END:VTIMEZONE/.exec(calendarFixture)?.[0].split('\r\n') ?? [];
const SECONDLY = NEW_YORK.map((line) => line.replace('FREQ=YEARLY', 'FREQ=SECONDLY'));

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
const REPEATING = repeating.trim().split('\n');

it.each(REPEATING.map((row) => row.split(' | ')))('%s is the day of: %s', async (day, _what, lines = '') => {
  const { tasks } = await parse(calendar(...NEW_YORK, ...event(...lines.split(' '))));
  expect(tasks.map((task) => task.day)).toEqual([day]);
});

it.each([
  ['never occurs', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
  ['never occurs, once a year', 'FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=31;INTERVAL=2'],
  ['skips more than the calendar has', 'FREQ=DAILY;INTERVAL=999999999'],
  ['occurs every second', 'FREQ=SECONDLY'],
  ['occurs at many seconds', `FREQ=SECONDLY;BYSECOND=${Array(100_000).fill(7).join(',')}`],
  ['has an unknown frequency', 'FREQ=FORTNIGHTLY'],
  ['has an unknown weekday', 'FREQ=WEEKLY;BYDAY=XX'],
  ['is in weeks of the year', 'FREQ=YEARLY;BYWEEKNO=47;BYDAY=MO'],
  ['chooses among days of a week', 'FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1'],
  ['chooses among days of a month', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1'],
  ['has ended before it begins', 'FREQ=DAILY;UNTIL=20200101T000000Z'],
])('import-files: a series that %s is left out with its title, and the rest is imported', async (_, rule) => {
  const series = event('DTSTART:20200302T090000Z', `RRULE:${rule}`);
  const { tasks, leftOut } = await parse(calendar(...series, ...OTHER));
  expect(tasks.map(({ day }) => day)).toEqual(['2026-12-01']);
  expect(leftOut).toEqual([{ title: 'Event', reason: 'When it repeats is not understood' }]);
});

it('import-files: many daily series that began long ago do not block the import', async () => {
  const events = Array.from({ length: 200 }, (_, index) =>
    event('DTSTART:19000101T090000Z', 'RRULE:FREQ=DAILY').with(1, `UID:${index}`),
  );
  const { tasks, leftOut } = await parse(calendar(...events.flat()));
  expect(new Set(tasks.map(({ day }) => day))).toEqual(new Set(['2026-11-18']));
  expect(tasks.length + leftOut.length).toBe(200);
});

const MONDAYS = event('DTSTART:20260105T090000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO');
const change = (of: string, ...lines: string[]) => event(`RECURRENCE-ID:${of}T090000Z`, ...lines);
const moved = (of: string, to: string) => change(of, `DTSTART:${to}T090000Z`);
const toDo = (...lines: string[]) => event(...lines).map((line) => line.replace('VEVENT', 'VTODO'));
const ON_MONDAY = ['DUE;VALUE=DATE:20260105', 'RRULE:FREQ=WEEKLY'];

it.each([
  ['moved to an earlier day', [...MONDAYS, ...moved('20261130', '20261120')], ['2026-11-20']],
  ['moved from the past', [...MONDAYS, ...moved('20261116', '20261119')], ['2026-11-19']],
  ['moved to a later day', [...MONDAYS, ...moved('20261123', '20261203')], ['2026-11-30']],
  ['moved into the past', [...MONDAYS, ...moved('20261123', '20261117')], ['2026-11-30']],
  ['cancelled', [...MONDAYS, ...change('20261123', 'STATUS:CANCELLED')], ['2026-11-30']],
  [
    'whose series is not in the file',
    [...moved('20261130', '20261201'), ...moved('20261207', '20261208')],
    ['2026-12-01', '2026-12-08'],
  ],
  ['of a to-do, by its due day', toDo(...ON_MONDAY), ['2026-11-23']],
  [
    'of a to-do that is due two days after its start',
    toDo('DTSTART;VALUE=DATE:20260105', 'DUE;VALUE=DATE:20260107', 'RRULE:FREQ=WEEKLY;BYDAY=MO'),
    ['2026-11-18'],
  ],
  [
    'of a to-do that is done this time',
    [
      ...toDo('DTSTART;VALUE=DATE:20260107', 'RRULE:FREQ=WEEKLY'),
      ...toDo('RECURRENCE-ID;VALUE=DATE:20261118', 'DTSTART;VALUE=DATE:20261118', 'STATUS:COMPLETED'),
    ],
    ['2026-11-25'],
  ],
  ['of a to-do that is done for good', toDo(...ON_MONDAY, 'STATUS:COMPLETED'), ['2026-01-05']],
  [
    'of a rule with spaces and small letters',
    event('DTSTART:20260103T090000Z', 'RRULE:freq=DAILY;BYDAY=SA, SU'),
    ['2026-11-21'],
  ],
])('import-files: the next day is found for an occurrence %s', async (_, lines, days) => {
  const { tasks } = await parse(calendar(...lines));
  expect(tasks.map(({ day }) => day)).toEqual(days);
  expect(new Set(tasks.map(({ key }) => key)).size).toBe(days.length);
});

it('import-once: the keys of a series do not depend on the day on which it is read', async () => {
  const file = calendar(...MONDAYS, ...moved('20261123', '20261124'));
  const [[now], [later]] = [
    (await readFile(file, '2026-11-18')).tasks,
    (await readFile(file, '2026-11-25')).tasks,
  ];
  expect(later?.key).toBe(now?.key);
  expect([now?.day, later?.day]).toEqual(['2026-11-24', '2026-11-30']);
});

it.each([
  ['that the library cannot read', event('DTSTART:hello')],
  [
    'in a time zone that changes every second',
    [...SECONDLY, ...event('DTSTART;TZID=America/New_York:20261202T090000')],
  ],
])('import-files: an event %s is listed, and the rest is imported', async (_, lines) => {
  const { tasks, leftOut } = await parse(calendar(...lines, ...OTHER));
  expect(tasks.map(({ day }) => day)).toEqual(['2026-12-01']);
  expect(leftOut).toEqual([{ title: 'Event', reason: 'It cannot be read' }]);
});

it('import-files: several calendars in one file are read as one, also with a duration of millions of years', async () => {
  const first = await calendar(...event('DTSTART:20261201T090000Z', 'DURATION:P999999999999999W')).text();
  const { tasks } = await parse(new File([first, await calendar(...OTHER).text()], 'a.ics'));
  expect(tasks.map(({ day }) => day)).toEqual(['2026-12-01', '2026-12-01']);
  expect(lossesOf(tasks)).toEqual({ longer: 1, times: 1 });
});
