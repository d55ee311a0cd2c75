import { format, parseISO } from 'date-fns';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { millisecondsToNextDay, toDayKey, type DayKey } from './today.ts';
import {
  addDays,
  dayLabel,
  dayNumber,
  weekDays,
  weekStartOf,
  weekdayName,
  weekdayShort,
  wholeDaysBetween,
} from './week.ts';

// Each zone with its getTimezoneOffset on 1 January 2026 and whether its clocks change in the
// tested years: a runner that ignores TZ (worker threads do) would otherwise pass by testing one zone twelve times.
const ZONES: readonly (readonly [zone: string, offset: number, changesClocks: boolean])[] = [
  ['Pacific/Kiritimati', -840, false],
  ['Pacific/Pago_Pago', 660, false],
  ['America/Los_Angeles', 480, true],
  ['America/Santiago', 180, true],
  ['Asia/Kolkata', -330, false],
  ['Asia/Singapore', -480, false],
  ['Australia/Lord_Howe', -660, true],
  ['Pacific/Apia', -780, false],
  ['Africa/Cairo', -120, true],
  ['Asia/Beirut', -120, true],
  ['Atlantic/Azores', 60, true],
  ['Europe/London', 0, true],
];
const HOUR = 3_600_000;
const DAYS = listDays(2023, 2028);
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

// The expected days, computed without Date.
function listDays(firstYear: number, lastYear: number): DayKey[] {
  const days: DayKey[] = [];
  for (let year = firstYear; year <= lastYear; year += 1) {
    const february = year % 4 === 0 ? 29 : 28;
    const lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (const [month, length] of lengths.entries()) {
      for (let day = 1; day <= length; day += 1) {
        const two = (value: number) => String(value).padStart(2, '0');
        days.push(`${year}-${two(month + 1)}-${two(day)}` as DayKey); // digits only, by construction
      }
    }
  }
  return days;
}

function dayBySystem(zone: string): (instant: Date) => string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const formatter = new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...parts });
  return (instant) => formatter.format(instant);
}

/** Returns instants every half hour around each clock change of the zone, and every 7 hours otherwise. */
function listInstants(firstYear: number, lastYear: number): Date[] {
  const instants: Date[] = [];
  const end = Date.UTC(lastYear + 1, 0, 1);
  for (let time = Date.UTC(firstYear, 0, 1); time < end; time += 7 * HOUR) {
    instants.push(new Date(time));
    if (new Date(time).getTimezoneOffset() === new Date(time + 7 * HOUR).getTimezoneOffset()) continue;
    for (let nearby = time - 24 * HOUR; nearby < time + 31 * HOUR; nearby += HOUR / 2)
      instants.push(new Date(nearby - 1), new Date(nearby), new Date(nearby + 1));
  }
  return instants;
}

/** Sets the time zone of this process and asserts that it took effect. */
function setTimeZone(zone: string): void {
  vi.stubEnv('TZ', zone);
  const canonicalName = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  expect(new Intl.DateTimeFormat('en').resolvedOptions().timeZone).toBe(canonicalName);
}

describe.each(ZONES)('in %s', (zone, offset, changesClocks) => {
  beforeEach(() => {
    setTimeZone(zone);
    expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(offset);
  });
  afterEach(() => vi.unstubAllEnvs());

  test('every day follows the one before it, forwards and backwards', () => {
    for (const [index, day] of DAYS.entries()) {
      const next = DAYS[index + 1] ?? '2029-01-01';
      if (addDays(day, 1) !== next || addDays(next, -1) !== day) expect.fail(`${day} -> ${addDays(day, 1)}`);
    }
    expect(addDays('2023-01-01', DAYS.length)).toBe('2029-01-01');
  });

  test('calendar-days: every week starts on its Monday and has seven days', () => {
    // 2 January 2023 was a Monday.
    for (const [index, day] of DAYS.entries()) {
      if (index === 0) continue;
      const monday = DAYS[index - ((index - 1) % 7)];
      if (weekStartOf(day) !== monday) expect.fail(`${day} -> ${weekStartOf(day)}`);
    }
    expect(DAYS.filter((day) => new Set(weekDays(day)).size !== 7)).toEqual([]);
    expect(weekStartOf('2023-01-01')).toBe('2022-12-26');
  });

  test('every day has the name and the number of the calendar', () => {
    const actual = DAYS.map((day) =>
      [weekdayName(day), weekdayShort(day), dayLabel(day), dayNumber(day)].join(),
    );
    const expected = DAYS.map((day, index) => {
      const name = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][index % 7];
      const [, month, number] = day.split('-').map(Number);
      return [name, name?.slice(0, 3), `${MONTHS[(month ?? 0) - 1]} ${number}`, `${number}`].join();
    });
    expect(actual).toEqual(expected);
    expect(DAYS.map((day) => dayLabel(day))).toEqual(DAYS.map((day) => format(parseISO(day), 'MMM d')));
  });

  test('an instant falls on the local day', () => {
    const bySystem = dayBySystem(zone);
    const instants = listInstants(2023, 2028);
    expect(instants.length > 10_000).toBe(changesClocks);
    for (const instant of instants) {
      if (toDayKey(instant) !== bySystem(instant)) expect.fail(`${instant.getTime()}: ${toDayKey(instant)}`);
    }
  });

  test('today-clock: the computed wait ends exactly when the next day begins', () => {
    const wrong = listInstants(2023, 2028).filter((instant) => {
      const wait = millisecondsToNextDay(instant);
      const begins = instant.getTime() + wait;
      const today = toDayKey(instant);
      const isRight =
        wait > 0 &&
        wait <= 25 * HOUR &&
        toDayKey(new Date(begins)) === addDays(today, 1) &&
        toDayKey(new Date(begins - 1)) === today;
      return !isRight;
    });
    expect(wrong).toEqual([]);
  });

  test('the age of an account does not depend on the time zone of the device', () => {
    const now = new Date(Date.UTC(2026, 10, 20, 9, 39, 20));
    expect(wholeDaysBetween('2026-03-20 09:39:20.0+00', now)).toBe(245);
    expect(wholeDaysBetween('2026-03-20 09:39:21+00', now)).toBe(244);
    expect(wholeDaysBetween('2026-03-20 09:39:20', now)).toBe(245);
  });
});

describe('nights with unusual clock changes', () => {
  afterEach(() => vi.unstubAllEnvs());

  // [zone, the last instant of a day in UTC, that day, the first instant of the next]
  test.each<[string, number, DayKey, DayKey]>([
    ['America/Santiago', Date.UTC(2024, 8, 8, 3, 59, 59, 999), '2024-09-07', '2024-09-08'],
    ['Africa/Cairo', Date.UTC(2024, 3, 25, 21, 59, 59, 999), '2024-04-25', '2024-04-26'],
    ['Asia/Beirut', Date.UTC(2024, 2, 30, 21, 59, 59, 999), '2024-03-30', '2024-03-31'],
    ['Atlantic/Azores', Date.UTC(2024, 9, 26, 23, 59, 59, 999), '2024-10-26', '2024-10-27'],
    ['Pacific/Apia', Date.UTC(2011, 11, 30, 9, 59, 59, 999), '2011-12-29', '2011-12-31'],
  ])('in %s the day changes at the right millisecond', (zone, last, day, next) => {
    setTimeZone(zone);
    expect(toDayKey(new Date(last))).toBe(day);
    expect(toDayKey(new Date(last + 1))).toBe(next);
    expect(millisecondsToNextDay(new Date(last))).toBe(1);
  });

  test('a week in Apia includes the day that it skipped, because a task from elsewhere may be on it', () => {
    setTimeZone('Pacific/Apia');
    expect(weekDays('2011-12-26').join(' ')).toContain(' 2011-12-29 2011-12-30 2011-12-31 ');
  });
});
