import { afterEach, expect, test, vi } from 'vitest';
import { readDayText } from './dayText.ts';
import type { DayKey } from './today.ts';

/** A Tuesday. */
const TODAY = '2026-11-24';

/** Every day, and the texts that mean it. */
test.each<[DayKey | null, ...string[]]>([
  ['2026-11-24', 'today', 'tod', 'tuesday'],
  ['2026-11-25', 'tomorrow', 'Tomo', ' TOMORROW '],
  ['2026-11-23', 'yesterday', 'this monday', '-1 day'],
  ['2026-11-27', 'friday', 'fri', 'this friday', 'in 3 days'],
  ['2026-11-30', 'monday', 'next week'],
  ['2026-12-04', 'next friday', 'next  fri', 'today + 10', 'today+10'],
  ['2026-11-16', 'last week'],
  ['2026-10-31', 'today - 24'],
  ['2026-12-01', '+7', 'in 1 week'],
  ['2026-11-10', '2 weeks ago'],
  ['2026-12-03', '2026-12-03', '3 dec', '3. December', '3rd dec', 'dec 3', 'Dec. 3rd'],
  ['2027-12-03', 'dec 3, 2027', '3 dec 2027'],
  ['2026-09-01', '1 sept'],
  // Without a year: the nearest one.
  ['2027-05-01', '1 may'],
  ['2026-05-30', '30 may'],
  ['2027-01-01', '1 jan'],
  ['2028-02-29', '29 feb', '2028-02-29'],
  ['2300-09-08', 'today + 99999'],
  ['9999-12-31', '9999-12-31'],
  [null, '', 'to', '3', 'may', 'next', 'fridays', 'next dentist', 'tomorrow dentist', 'call on 3 dec'],
  [null, '31 nov', '30 feb', '29 feb 2027', '2027-02-29', '2026-12-3', '3 decent', '0 dec', 'today + 999999'],
])('day-words: %s is named by %j, %j …', (day, ...texts) => {
  expect(texts.map((text) => readDayText(text, TODAY))).toEqual(texts.map(() => day));
});

afterEach(() => vi.unstubAllEnvs());

// In Santiago the day that begins summer time has no midnight; in Apia December 30, 2011 does not exist.
test.each<[string, DayKey, DayKey | null, zone?: string]>([
  ['monday', '2026-11-29', '2026-11-30'],
  ['next monday', '2026-11-29', '2026-11-30'],
  ['last monday', '2027-01-01', '2026-12-21'],
  ['29 feb', '2100-02-28', '2096-02-29'],
  ['29 feb', '2100-03-01', '2104-02-29'],
  ['+1', '9999-12-31', null],
  ['next friday', '9999-12-31', null],
  ['-1', '0001-01-01', null],
  ['tomorrow', '2026-09-05', '2026-09-06', 'America/Santiago'],
  ['next sunday', '2026-09-01', '2026-09-13', 'America/Santiago'],
  ['yesterday', '2026-11-02', '2026-11-01', 'America/New_York'],
  ['tomorrow', '2011-12-29', '2011-12-30', 'Pacific/Apia'],
  ['3 dec', '2026-11-24', '2026-12-03', 'Pacific/Kiritimati'],
])('day-words: %j, typed on %s, is %j', (text, today, day, zone) => {
  vi.stubEnv('TZ', zone);
  expect(readDayText(text, today)).toBe(day);
});
