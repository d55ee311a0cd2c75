// Separate from week.ts and without its library: the shell's clock needs only these functions on the first load.

/** A local calendar day as 'yyyy-MM-dd'. It has no time and no zone. */
export type DayKey = `${number}-${number}-${number}`;

/** Takes the parts of a calendar day; returns it as text. Throws RangeError for a year without four digits. */
export function formatDay(year: number, month: number, dayOfMonth: number): DayKey {
  if (!(year >= 1 && year <= 9999)) throw new RangeError(`No day in year ${year}`);
  const pad = (value: number) => String(value).padStart(2, '0');
  // The template yields digits and hyphens only; TypeScript cannot see that through String().
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(dayOfMonth)}` as DayKey;
}

/** Returns the local day of a date on this device. Throws RangeError for an invalid Date. */
export function toDayKey(date: Date): DayKey {
  return formatDay(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** Returns the local time of a date: '14:05'. */
export const clockTime = (date: Date): string =>
  [date.getHours(), date.getMinutes()].map((value) => String(value).padStart(2, '0')).join(':');

/** Takes the current time; returns the milliseconds until the next local day begins, always above 0. */
export function millisecondsToNextDay(now: Date): number {
  // If the clocks skip midnight, this is the first instant of the day; if midnight occurs twice, the first of the two.
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.max(1, next.getTime() - now.getTime());
}
