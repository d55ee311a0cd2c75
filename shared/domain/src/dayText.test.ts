import { afterEach, describe, expect, test } from 'vitest';
import { readDayText } from './dayText.ts';
import type { DayKey } from './today.ts';

/** A Tuesday. */
const TODAY = '2026-11-24';

describe('day-words: names of days', () => {
  test.each<[string, DayKey | null]>([
    ['today', '2026-11-24'],
    ['tod', '2026-11-24'],
    ['tomorrow', '2026-11-25'],
    ['Tomo', '2026-11-25'],
    ['yesterday', '2026-11-23'],
    [' TOMORROW ', '2026-11-25'],
    ['tuesday', '2026-11-24'],
    ['friday', '2026-11-27'],
    ['fri', '2026-11-27'],
    ['monday', '2026-11-30'],
    ['sunday', '2026-11-29'],
    ['this friday', '2026-11-27'],
    ['this monday', '2026-11-23'],
    ['next friday', '2026-12-04'],
    ['next  fri', '2026-12-04'],
    ['last sunday', '2026-11-22'],
    ['next week', '2026-11-30'],
    ['last week', '2026-11-16'],
    ['today + 10', '2026-12-04'],
    ['today+10', '2026-12-04'],
    ['today - 24', '2026-10-31'],
    ['+7', '2026-12-01'],
    ['-1 day', '2026-11-23'],
    ['in 3 days', '2026-11-27'],
    ['in 1 week', '2026-12-01'],
    ['2 weeks ago', '2026-11-10'],
    ['2026-12-03', '2026-12-03'],
    ['2028-02-29', '2028-02-29'],
    ['3 dec', '2026-12-03'],
    ['3. December', '2026-12-03'],
    ['3rd dec', '2026-12-03'],
    ['dec 3', '2026-12-03'],
    ['Dec. 3rd', '2026-12-03'],
    ['dec 3, 2027', '2027-12-03'],
    ['3 dec 2027', '2027-12-03'],
    ['1 sept', '2026-09-01'],
    // Without a year: the nearest one.
    ['1 may', '2027-05-01'],
    ['30 may', '2026-05-30'],
    ['31 dec', '2026-12-31'],
    ['1 jan', '2027-01-01'],
    ['29 feb', '2028-02-29'],
    // Not a day.
    ['', null],
    ['to', null],
    ['31 nov', null],
    ['30 feb', null],
    ['29 feb 2027', null],
    ['2027-02-29', null],
    ['2026-12-3', null],
    ['3 decent', null],
    ['3', null],
    ['may', null],
    ['next', null],
    ['next dentist', null],
    ['tomorrow dentist', null],
    ['fridays', null],
    ['today + 99999', '2300-09-08'],
    ['today + 999999', null],
    ['9999-12-31', '9999-12-31'],
    ['0 dec', null],
    ['call on 3 dec', null],
  ])('%j is %j', (text, day) => expect(readDayText(text, TODAY)).toBe(day));
});

test.each<[string, DayKey, DayKey | null]>([
  ['tomorrow', '2026-12-31', '2027-01-01'],
  ['yesterday', '2027-01-01', '2026-12-31'],
  ['tomorrow', '2028-02-28', '2028-02-29'],
  ['tomorrow', '2027-02-28', '2027-03-01'],
  ['sunday', '2026-12-31', '2027-01-03'],
  ['monday', '2026-11-29', '2026-11-30'],
  ['this monday', '2026-11-29', '2026-11-23'],
  ['next monday', '2026-11-29', '2026-11-30'],
  ['last monday', '2027-01-01', '2026-12-21'],
  ['31 dec', '2027-01-02', '2026-12-31'],
  ['1 jan', '2026-12-31', '2027-01-01'],
  ['29 feb', '2028-02-29', '2028-02-29'],
  ['29 feb', '2100-02-28', '2096-02-29'],
  ['29 feb', '2100-03-01', '2104-02-29'],
  ['+1', '9999-12-31', null],
  ['next friday', '9999-12-31', null],
  ['-1', '0001-01-01', null],
])('%j, typed on %s, is %j', (text, today, day) => expect(readDayText(text, today)).toBe(day));

describe('around clock changes', () => {
  const { TZ } = process.env;
  afterEach(() => {
    process.env['TZ'] = TZ;
  });

  // In Santiago the day that begins summer time has no midnight; in Apia December 30, 2011 does not exist.
  test.each<[string, string, DayKey, DayKey]>([
    ['America/Santiago', 'tomorrow', '2026-09-05', '2026-09-06'],
    ['America/Santiago', 'next sunday', '2026-09-01', '2026-09-13'],
    ['Europe/Berlin', 'in 1 week', '2026-03-25', '2026-04-01'],
    ['America/New_York', 'yesterday', '2026-11-02', '2026-11-01'],
    ['Pacific/Apia', 'tomorrow', '2011-12-29', '2011-12-30'],
    ['Pacific/Kiritimati', '3 dec', '2026-11-24', '2026-12-03'],
  ])('in %s %j, typed on %s, is %s', (zone, text, today, day) => {
    process.env['TZ'] = zone;
    expect(readDayText(text, today)).toBe(day);
  });
});
