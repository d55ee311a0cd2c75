import { parseISO } from 'date-fns/parseISO';
import { type DayKey, clockTime, formatDay, toDayKey } from './today.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MILLISECONDS = 86_400_000;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

// Days are computed as UTC midnights. UTC has no clock changes and skips no day, so nothing here depends on the device's
// time zone; only toDayKey and millisecondsToNextDay use it.
function parseDay(text: string): Date | null {
  if (!DAY.test(text) || text.startsWith('0000')) return null;
  const midnight = parseISO(`${text}T00:00:00Z`);
  return Number.isNaN(midnight.getTime()) ? null : midnight;
}

function utcMidnight(day: DayKey): Date {
  const midnight = parseDay(day);
  if (!midnight) throw new RangeError(`Not a day: ${day}`);
  return midnight;
}

/** Whether a text is an existing day written 'yyyy-MM-dd' ('2026-02-30' is not). */
export function isDayKey(text: string): text is DayKey {
  return parseDay(text) !== null;
}

/** Returns the day so many days later, or earlier if negative. Throws RangeError. */
export function addDays(day: DayKey, count: number): DayKey {
  const date = utcMidnight(day);
  date.setUTCDate(date.getUTCDate() + count);
  return formatDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/** Returns how many days the second day is after the first, negative if it is before. Throws RangeError. */
export function daysBetween(from: DayKey, to: DayKey): number {
  return Math.round((utcMidnight(to).getTime() - utcMidnight(from).getTime()) / DAY_MILLISECONDS);
}

/** Takes a day; returns the Monday of its week (a Sunday belongs to the Monday before it). */
export function weekStartOf(day: DayKey): DayKey {
  return addDays(day, -((utcMidnight(day).getUTCDay() + 6) % 7));
}

/** Takes the first day, any weekday; returns it and the six days after it. */
export function weekDays(start: DayKey): DayKey[] {
  return Array.from({ length: 7 }, (_, index) => addDays(start, index));
}

/** Takes a day; returns its English weekday, 'Monday'. */
export function weekdayName(day: DayKey): string {
  return WEEKDAYS[utcMidnight(day).getUTCDay()] ?? '';
}

export function weekdayShort(day: DayKey): string {
  return weekdayName(day).slice(0, 3);
}

/** Takes a day and the one that it is read beside; returns 'Nov 20', and if the other is of another year 'Nov 20, 2026'. */
export function dayLabel(day: DayKey, beside: DayKey = day): string {
  const label = `${MONTHS[utcMidnight(day).getUTCMonth()] ?? ''} ${dayNumber(day)}`;
  return yearOf(day) === yearOf(beside) ? label : `${label}, ${yearOf(day)}`;
}

const yearOf = (day: DayKey) => day.slice(0, 4);

/** Takes the first day of a week and today; returns 'Nov 23 – Nov 29', with the years if they are not only this one. */
export function weekLabel(start: DayKey, today: DayKey): string {
  const end = addDays(start, 6);
  return `${dayLabel(start, end)} – ${dayLabel(end, yearOf(start) === yearOf(end) ? today : start)}`;
}

export function dayNumber(day: DayKey): string {
  return String(utcMidnight(day).getUTCDate());
}

/**
 * Returns the whole days of 24 hours since a timestamp as the backend writes it ('2026-11-20 09:39:20.26+00' or ISO; UTC
 * without an offset), never negative (the clocks may differ), and 0 if the text is not a timestamp.
 */
export function wholeDaysBetween(instant: string, now: Date): number {
  const [day = '', time = '00:00'] = instant.trim().split(/[ T]/);
  const hasOffset = /[Z+-]/.test(time);
  const since = parseISO(`${day}T${hasOffset ? time.replace(/([+-]\d{2})$/, '$1:00') : `${time}Z`}`);
  const days = Math.floor((now.getTime() - since.getTime()) / DAY_MILLISECONDS);
  return days > 0 ? days : 0;
}

/** Takes a timestamp as the backend writes it; returns its local day: 'Nov 21, 2026'. */
export function onDay(instant: string): string {
  // oxlint-disable-next-line space/no-date-from-text -- an instant with its zone, not a day
  const day = toDayKey(new Date(instant));
  return `${dayLabel(day)}, ${day.slice(0, 4)}`;
}

/** Takes an ISO 8601 timestamp in UTC; returns it in local time: '2026-11-21 13:25'. */
export function atTime(instant: string): string {
  // oxlint-disable-next-line space/no-date-from-text -- an instant in UTC, not a day
  const date = new Date(instant);
  return `${toDayKey(date)} ${clockTime(date)}`;
}
