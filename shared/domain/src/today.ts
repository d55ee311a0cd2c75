// Apart from week.ts and without its library: the shell's clock, and nothing else, needs these at once.

/** A local calendar day as 'yyyy-MM-dd' (rule calendar-days). It has no time and no zone. */
export type DayKey = `${number}-${number}-${number}`;

/** Takes the parts of a calendar day; returns it as text. Throws RangeError for a year without four digits. */
export function formatDay(year: number, month: number, dayOfMonth: number): DayKey {
  if (!(year >= 1 && year <= 9999)) throw new RangeError(`No day in year ${year}`);
  const two = (value: number) => String(value).padStart(2, '0');
  // The template yields digits and hyphens only; TypeScript cannot see that through String().
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(dayOfMonth)}` as DayKey;
}

/**
 * Takes an instant; returns the day it falls on where the device is. Throws RangeError for an invalid Date.
 * Rules calendar-days and today-clock.
 */
export function toDayKey(date: Date): DayKey {
  return formatDay(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** Takes now; returns the milliseconds until the next local day begins, always above 0. Rule today-clock. */
export function millisecondsToNextDay(now: Date): number {
  // Where clocks skip midnight this gives the first instant that exists, where it comes twice the first of the two.
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.max(1, next.getTime() - now.getTime());
}
