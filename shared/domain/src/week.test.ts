import { expect, test } from 'vitest';
import { millisecondsToNextDay, type DayKey } from './today.ts';
import { addDays, daysBetween, isDayKey, onDay, weekDays, weekLabel, wholeDaysBetween } from './week.ts';

test.each(['2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])(
  'calendar-days: %s is a day',
  (text) => expect(isDayKey(text)).toBe(true),
);

test.each([
  ...['2026-02-30', '2026-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-01-00'],
  ...['', '0000-01-01', '2026-1-5', '20260105', '2026-W01-1', '2026-001', '+02026-01-05', '-2026-01-05'],
  ...['2026-01-05T00:00:00Z', '٢٠٢٦-٠١-٠٥', ' 2026-01-05', '2026-01-05\n', '5 January 2026'],
])('calendar-days: %j is no day', (text) => expect(isDayKey(text)).toBe(false));

test.each<[DayKey, number, DayKey]>([
  ['2026-11-20', 0, '2026-11-20'],
  ['2024-02-29', 366, '2025-03-01'],
  ['2011-12-29', 1, '2011-12-30'],
  ['0099-12-31', 1, '0100-01-01'],
  ['2027-01-01', -1, '2026-12-31'],
])('from %s, %i days later it is %s', (from, days, to) => {
  expect([addDays(from, days), daysBetween(from, to)]).toEqual([to, days]);
});

test.each<[DayKey, number]>([
  ['2026-02-30', 1],
  ['9999-12-31', 1],
  ['0001-01-01', -1],
  ['2026-11-20', Number.NaN],
])('%s and %i days is no day of the years 1 to 9999', (day, count) => {
  expect(() => addDays(day, count)).toThrow(RangeError);
});

// Week starts, names and labels of every day of six years, in twelve time zones: week.zones.test.ts.
test.each<[DayKey, string]>([
  ['2026-12-28', '2026-12-28 2026-12-29 2026-12-30 2026-12-31 2027-01-01 2027-01-02 2027-01-03'],
  ['2024-02-27', '2024-02-27 2024-02-28 2024-02-29 2024-03-01 2024-03-02 2024-03-03 2024-03-04'],
])('a week is seven days in a row, from any first day: %s', (day, days) => {
  expect(weekDays(day).join(' ')).toBe(days);
});

const NOW = new Date(Date.UTC(2026, 10, 20, 9, 39, 20));

test.each<[number, ...string[]]>([
  [0, '2026-11-20 09:39:20+00', '2026-11-19 09:39:20.26+00', '2026-11-19 15:09:21+05:30'],
  [1, '2026-11-19 09:39:20+00', '2026-11-19T09:39:20.000000+00:00', '2026-11-19T09:39:20Z'],
  [1, '2026-11-19 09:39:20', '2026-11-19 15:09:20+05:30', '2026-11-19 15:09:20+0530'],
  [1, '2026-11-19 06:09:20-03:30', '2026-11-19 06:39:20-03'],
  [365, '2025-11-20 09:39:20+00'],
  [995, '2024-02-29 00:00:00+00'],
  [10, '2026-11-10'],
  // In the future, or no instant.
  [0, '2026-11-20 09:39:21+00', '2026-12-24T00:00:00Z', '', 'yesterday', 'infinity', '2026-02-30 00:00+00'],
])('settings-badges: %i whole days have passed since %s, %s …', (days, ...instants) => {
  expect(instants.map((instant) => wholeDaysBetween(instant, NOW))).toEqual(instants.map(() => days));
});

test.each([
  [new Date(2026, 10, 20, 23, 59, 59, 999), 1],
  [new Date(2026, 10, 20, 23, 0, 0, 0), 3_600_000],
  [new Date(2024, 1, 28, 23, 59, 0, 0), 60_000],
  [new Date(2026, 10, 20), 86_400_000], // at midnight a whole day, never 0
])('today-clock: from %s waits %i', (now, wait) => expect(millisecondsToNextDay(now)).toBe(wait));

test.each([
  ['2026-11-21T12:00:00.26+00:00', 'Nov 21, 2026'],
  ['2027-01-01T12:00:00Z', 'Jan 1, 2027'],
])('%s was on %s', (instant, day) => expect(onDay(instant)).toBe(day));

test.each([
  ['2026-11-23', '2026-11-28', 'Nov 23 – Nov 29'],
  ['2025-12-22', '2026-11-28', 'Dec 22 – Dec 28, 2025'],
  ['2027-01-04', '2026-12-31', 'Jan 4 – Jan 10, 2027'],
  ['2026-12-28', '2027-01-01', 'Dec 28, 2026 – Jan 3, 2027'],
] as const)('the week of %s is, on %s, %j', (start, today, label) =>
  expect(weekLabel(start, today)).toBe(label),
);
