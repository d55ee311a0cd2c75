import { describe, expect, test } from 'vitest';
import { millisecondsToNextDay, toDayKey } from './today.ts';
import {
  addDays,
  dayLabel,
  dayNumber,
  isDayKey,
  weekDays,
  weekStartOf,
  weekdayName,
  weekdayShort,
  wholeDaysBetween,
} from './week.ts';
import type { DayKey } from './today.ts';

describe('isDayKey', () => {
  test.each(['2026-11-20', '2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])(
    'accepts the day %s',
    (text) => expect(isDayKey(text)).toBe(true),
  );

  test.each([
    '',
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '0000-01-01',
    '2026-1-5',
    '20260105',
    '2026-W01-1',
    '2026-001',
    '+02026-01-05',
    '-2026-01-05',
    '2026-01-05T00:00:00Z',
    ' 2026-01-05',
    '2026-01-05\n',
    '٢٠٢٦-٠١-٠٥',
    '5 January 2026',
  ])('refuses %j', (text) => expect(isDayKey(text)).toBe(false));
});

describe('addDays', () => {
  test.each<[DayKey, number, DayKey]>([
    ['2026-11-20', 0, '2026-11-20'],
    ['2026-11-20', 1, '2026-11-21'],
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-01-01', -1, '2026-12-31'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2024-02-29', 1, '2024-03-01'],
    ['2024-02-29', 366, '2025-03-01'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-10-25', 1, '2026-10-26'],
    ['2011-12-29', 1, '2011-12-30'],
    ['2026-11-20', 7, '2026-11-27'],
    ['2026-11-20', -7, '2026-11-13'],
    ['0099-12-31', 1, '0100-01-01'],
  ])('counts from %s by %i to %s', (day, count, expected) => expect(addDays(day, count)).toBe(expected));

  test('refuses a text that only looks like a day', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError);
    expect(() => addDays('2026-2-3', 1)).toThrow(RangeError);
  });

  test('refuses to leave the years that a day can be written in', () => {
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
    expect(() => addDays('0001-01-01', -1)).toThrow(RangeError);
    expect(() => addDays('2026-11-20', Number.NaN)).toThrow(RangeError);
  });
});

describe('a week', () => {
  test.each<[DayKey, DayKey]>([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-20', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2026-11-23', '2026-11-23'],
    ['2025-01-13', '2025-01-13'],
    ['2027-01-03', '2026-12-28'],
    ['2026-03-01', '2026-02-23'],
    ['2024-03-03', '2024-02-26'],
    ['2000-01-01', '1999-12-27'],
  ])('that holds %s starts on Monday %s', (day, monday) => {
    expect(weekStartOf(day)).toBe(monday);
    expect(weekdayName(weekStartOf(day))).toBe('Monday');
  });

  test('lists seven days in a row, over the end of a year', () => {
    expect(weekDays('2026-12-28')).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-03',
    ]);
  });

  test('may start on any day, because the planner also shifts by one', () => {
    expect(weekDays('2024-02-27')).toEqual([
      '2024-02-27',
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
      '2024-03-02',
      '2024-03-03',
      '2024-03-04',
    ]);
  });
});

describe('the words for a day', () => {
  test.each<[DayKey, string, string, string, string]>([
    ['2026-11-16', 'Monday', 'Mon', 'Nov 16', '16'],
    ['2026-11-17', 'Tuesday', 'Tue', 'Nov 17', '17'],
    ['2026-11-18', 'Wednesday', 'Wed', 'Nov 18', '18'],
    ['2026-11-19', 'Thursday', 'Thu', 'Nov 19', '19'],
    ['2026-11-20', 'Friday', 'Fri', 'Nov 20', '20'],
    ['2026-11-21', 'Saturday', 'Sat', 'Nov 21', '21'],
    ['2026-11-22', 'Sunday', 'Sun', 'Nov 22', '22'],
    ['2024-02-29', 'Thursday', 'Thu', 'Feb 29', '29'],
    ['2026-01-01', 'Thursday', 'Thu', 'Jan 1', '1'],
    ['2026-12-31', 'Thursday', 'Thu', 'Dec 31', '31'],
  ])('%s is %s, %s, %s, %s', (day, name, short, label, number) => {
    expect([weekdayName(day), weekdayShort(day), dayLabel(day), dayNumber(day)]).toEqual([
      name,
      short,
      label,
      number,
    ]);
  });

  test('names the twelve months in three letters', () => {
    const firsts = Array.from({ length: 12 }, (_, index) => toDayKey(new Date(2026, index, 1)));
    expect(firsts.map(dayLabel).join()).toBe(
      'Jan 1,Feb 1,Mar 1,Apr 1,May 1,Jun 1,Jul 1,Aug 1,Sep 1,Oct 1,Nov 1,Dec 1',
    );
  });
});

describe('wholeDaysBetween', () => {
  const now = new Date(Date.UTC(2026, 10, 20, 9, 39, 20));

  test.each([
    ['2026-11-20 09:39:20+00', 0],
    ['2026-11-19 09:39:20.26+00', 0],
    ['2026-11-19 09:39:20+00', 1],
    ['2026-11-19T09:39:20.000000+00:00', 1],
    ['2026-11-19T09:39:20Z', 1],
    ['2026-11-19 09:39:20', 1],
    ['2026-11-19 15:09:20+05:30', 1],
    ['2026-11-19 15:09:21+05:30', 0],
    ['2026-11-19 15:09:20+0530', 1],
    ['2026-11-19 06:09:20-03:30', 1],
    ['2026-11-19 06:39:20-03', 1],
    ['2025-11-20 09:39:20.262626+00', 364],
    ['2025-11-20 09:39:20+00', 365],
    ['2024-02-29 00:00:00+00', 995],
    ['2026-11-10', 10],
  ])('counts whole days since %s: %i', (instant, days) => {
    expect(wholeDaysBetween(instant, now)).toBe(days);
  });

  test.each([
    '2026-11-20 09:39:21+00',
    '2026-12-24T00:00:00Z',
    '',
    'yesterday',
    'infinity',
    '2026-02-30 00:00+00',
  ])('is 0 for %j: an instant to come, or none', (instant) => expect(wholeDaysBetween(instant, now)).toBe(0));
});

describe('millisecondsToNextDay', () => {
  test.each([
    [new Date(2026, 10, 20, 23, 59, 59, 999), 1],
    [new Date(2026, 10, 20, 23, 0, 0, 0), 3_600_000],
    [new Date(2026, 11, 31, 12, 0, 0, 0), 43_200_000],
    [new Date(2024, 1, 28, 23, 59, 0, 0), 60_000],
  ])('from %s waits %i', (now, expected) => expect(millisecondsToNextDay(now)).toBe(expected));

  test('never asks a timer to wait for nothing', () => {
    expect(millisecondsToNextDay(new Date(2026, 10, 20))).toBe(86_400_000);
  });
});

test('an invalid Date is no day', () => {
  expect(() => toDayKey(new Date(Number.NaN))).toThrow(RangeError);
});
