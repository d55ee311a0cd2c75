import { beforeEach, expect, it, vi } from 'vitest';
import { aTask } from '@space/platform/testing';
import { calendarFile } from '@space/domain/calendar';
import { fixture, lineOf, parse } from './fixtures/readFixture.ts';

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
const daysOf = async (...lines: string[]) => (await parse(calendar(...lines))).tasks.map(({ day }) => day);

it('events and to-dos get their first day in the zone of this device; a series gets its next occurrence', async () => {
  const { source, tasks, leftOut, losses } = await parse(fixture('calendar'));
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
  expect(Object.fromEntries(losses)).toEqual({ notes: 1, times: 3, tags: 1, repeats: 1, longer: 1 });
});

it('a downloaded calendar gives back the same tasks, with the same keys as in the JSON export', async () => {
  const own = [
    aTask({ id: '1a000000-0000-4000-8000-000000000001', title: 'Lift', emoji: '🏋️', completed: true }),
    aTask({ id: '1a000000-0000-4000-8000-000000000002', title: '✓ a, b', starred: true, pinned: true }),
  ];
  const { tasks } = await parse(new File([calendarFile(own, new Date())], 'a.ics'));
  expect(tasks.map(lineOf)).toEqual(['2026-11-16 x 🏋️ Lift', '2026-11-16 *! ✓ a, b']);
  expect(tasks.map(({ id, key }) => [id, key])).toEqual(own.map(({ id }) => [id, `better-space\n${id}`]));
});

it.each([
  ['FREQ=DAILY', '2026-11-18'],
  ['FREQ=WEEKLY;BYDAY=FR', '2026-11-20'],
  ['FREQ=MONTHLY;BYDAY=-1SU', '2026-11-29'],
  ['FREQ=YEARLY', '2027-03-02'],
  // A series that is over: its last occurrence.
  ['FREQ=DAILY;COUNT=3', '2020-03-04'],
  // Never, or so often that a search would block the page: the day on which the series begins.
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', '2020-03-02'],
  ['FREQ=DAILY;INTERVAL=999999999', '2020-03-02'],
  ['FREQ=SECONDLY', '2020-03-02'],
])('the day of a series with %s is %s', async (rule, day) => {
  expect(await daysOf(...event('DTSTART:20200302T090000Z', `RRULE:${rule}`))).toEqual([day]);
});

it('many daily series that began long ago do not block the import', async () => {
  const events = Array.from({ length: 200 }, (_, index) =>
    event('DTSTART:19000101T090000Z', 'RRULE:FREQ=DAILY').with(1, `UID:${index}`),
  );
  expect(await daysOf(...events.flat())).toHaveLength(200);
});

it('a changed occurrence whose series is not in the file is an event of its own', async () => {
  const change = event('DTSTART:20261201T090000Z', 'RECURRENCE-ID:20261130T090000Z');
  const other = event('DTSTART:20261208T090000Z', 'RECURRENCE-ID:20261207T090000Z');
  const { tasks } = await parse(calendar(...change, ...other));
  expect(tasks.map(({ day }) => day)).toEqual(['2026-12-01', '2026-12-08']);
  expect(new Set(tasks.map(({ key }) => key)).size).toBe(2);
});

it('an event that the library cannot read is listed, and the rest is imported', async () => {
  const { tasks, leftOut } = await parse(
    calendar(...event('DTSTART:hello'), ...event('DTSTART:20261201T090000Z')),
  );
  expect(tasks.map(({ day }) => day)).toEqual(['2026-12-01']);
  expect(leftOut).toEqual([{ title: 'Event', reason: 'It cannot be read' }]);
});

it('several calendars in one file are read as one', async () => {
  const first = await calendar(...event('DTSTART;VALUE=DATE:20261120')).text();
  const second = await calendar(...event('DTSTART;VALUE=DATE:20261121')).text();
  const { tasks } = await parse(new File([first, second], 'a.ics'));
  expect(tasks.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21']);
});
