import { format, parseISO, startOfWeek } from 'date-fns';
import { afterEach, expect, test, vi } from 'vitest';
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
const START = Date.UTC(2023, 0, 1);
const END = Date.UTC(2029, 0, 1);
/** Every day of six years. */
const DAYS = Array.from(
  { length: (END - START) / (24 * HOUR) },
  (_, index) => new Date(START + index * 24 * HOUR).toISOString().slice(0, 10) as DayKey,
);

/** Returns instants every half hour around each clock change of the zone, and every 7 hours otherwise. */
function listInstants(): Date[] {
  const instants: Date[] = [];
  for (let time = START; time < END; time += 7 * HOUR) {
    instants.push(new Date(time));
    if (new Date(time).getTimezoneOffset() === new Date(time + 7 * HOUR).getTimezoneOffset()) continue;
    for (let nearby = time - 24 * HOUR; nearby < time + 31 * HOUR; nearby += HOUR / 2)
      instants.push(new Date(nearby - 1), new Date(nearby), new Date(nearby + 1));
  }
  return instants;
}

/** Sets the time zone of this process and asserts that it took effect. */
function setTimeZone(timeZone: string): void {
  vi.stubEnv('TZ', timeZone);
  const nameOf = (options: object) => new Intl.DateTimeFormat('en', options).resolvedOptions().timeZone;
  expect(nameOf({})).toBe(nameOf({ timeZone }));
}
afterEach(() => vi.unstubAllEnvs());

test.each(ZONES)(
  'calendar-days: in %s every day follows the one before it, and has the week, name and number of the calendar',
  (zone, offset) => {
    setTimeZone(zone);
    expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(offset);
    expect(DAYS.map((day) => addDays(day, 1))).toEqual([...DAYS.slice(1), '2029-01-01']);
    expect(DAYS.map((day) => addDays(day, -1))).toEqual(['2022-12-31', ...DAYS.slice(0, -1)]);
    expect(addDays('2023-01-01', DAYS.length)).toBe('2029-01-01');
    expect(
      DAYS.map((day) =>
        [weekStartOf(day), weekdayName(day), weekdayShort(day), dayLabel(day), dayNumber(day)].join(' '),
      ),
    ).toEqual(
      DAYS.map((day) => {
        const date = parseISO(day);
        const monday = format(startOfWeek(date, { weekStartsOn: 1 }), 'yyyy-MM-dd');
        return `${monday} ${format(date, 'EEEE EEE MMM d d')}`;
      }),
    );
    expect(DAYS.filter((day) => new Set(weekDays(day)).size !== 7)).toEqual([]);
    // The age of an account does not depend on the device.
    const now = new Date(Date.UTC(2026, 10, 20, 9, 39, 20));
    const instants = ['2026-03-20 09:39:20.0+00', '2026-03-20 09:39:21+00', '2026-03-20 09:39:20'];
    expect(instants.map((instant) => wholeDaysBetween(instant, now))).toEqual([245, 244, 245]);
  },
);

test.each(ZONES)(
  'today-clock: in %s an instant falls on the local day, and the wait ends exactly when the next begins',
  (zone, _, changesClocks) => {
    setTimeZone(zone);
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    const formatter = new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...parts });
    const instants = listInstants();
    expect(instants.length > 10_000).toBe(changesClocks);
    const wrong = instants.filter((instant) => {
      const wait = millisecondsToNextDay(instant);
      const begins = instant.getTime() + wait;
      const today = toDayKey(instant);
      const isRight =
        today === formatter.format(instant) &&
        wait > 0 &&
        wait <= 25 * HOUR &&
        toDayKey(new Date(begins)) === addDays(today, 1) &&
        toDayKey(new Date(begins - 1)) === today;
      return !isRight;
    });
    expect(wrong).toEqual([]);
  },
);

// [zone, the last instant of a day in UTC, that day, the first instant of the next]
test.each<[string, number, DayKey, DayKey]>([
  ['America/Santiago', Date.UTC(2024, 8, 8, 3, 59, 59, 999), '2024-09-07', '2024-09-08'],
  ['Africa/Cairo', Date.UTC(2024, 3, 25, 21, 59, 59, 999), '2024-04-25', '2024-04-26'],
  ['Asia/Beirut', Date.UTC(2024, 2, 30, 21, 59, 59, 999), '2024-03-30', '2024-03-31'],
  ['Atlantic/Azores', Date.UTC(2024, 9, 26, 23, 59, 59, 999), '2024-10-26', '2024-10-27'],
  ['Pacific/Apia', Date.UTC(2011, 11, 30, 9, 59, 59, 999), '2011-12-29', '2011-12-31'],
])('today-clock: in %s the day changes at the right millisecond', (zone, last, day, next) => {
  setTimeZone(zone);
  expect(toDayKey(new Date(last))).toBe(day);
  expect(toDayKey(new Date(last + 1))).toBe(next);
  expect(millisecondsToNextDay(new Date(last))).toBe(1);
});

test('calendar-days: a week in Apia includes the day that it skipped, because a task from elsewhere may be on it', () => {
  setTimeZone('Pacific/Apia');
  expect(weekDays('2011-12-26').join(' ')).toContain(' 2011-12-29 2011-12-30 2011-12-31 ');
});
