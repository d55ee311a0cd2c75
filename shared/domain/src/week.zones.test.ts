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
// tested years: a runner that ignores TZ (worker threads do) would otherwise pass by testing one zone nine times.
const ZONES: readonly (readonly [zone: string, offset: number, changesClocks: boolean])[] = [
  ['Pacific/Kiritimati', -840, false],
  ['America/Santiago', 180, true],
  ['Asia/Kolkata', -330, false],
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
    expect(wholeDaysBetween('2026-03-20 09:39:20', new Date(Date.UTC(2026, 10, 20, 9, 39, 20)))).toBe(245);
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

test('calendar-days: the day that Apia skipped is in its week, as a task from elsewhere may be on it, but is never today', () => {
  setTimeZone('Pacific/Apia');
  const last = Date.UTC(2011, 11, 30, 9, 59, 59, 999);
  expect([toDayKey(new Date(last)), toDayKey(new Date(last + 1))]).toEqual(['2011-12-29', '2011-12-31']);
  expect(millisecondsToNextDay(new Date(last))).toBe(1);
  expect(weekDays('2011-12-26')).toContain('2011-12-30');
});
