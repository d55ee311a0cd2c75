import { addDays, isDayKey, type DayKey } from '@space/domain';

const PARAMETER = 'week';

// Dates range from year 1 to year 9999; a shown week and its neighbours stay inside.
export const FIRST_DAY: DayKey = '0002-01-01';
export const LAST_DAY: DayKey = '9998-12-31';

export const canBeShown = (day: DayKey): boolean => day >= FIRST_DAY && day <= LAST_DAY;

/** Takes the query parameters and the initial first day; returns the first day to show. An invalid parameter is ignored. */
export function readWeek(params: URLSearchParams, initial: DayKey): DayKey {
  const text = params.get(PARAMETER) ?? '';
  return isDayKey(text) && canBeShown(text) ? text : initial;
}

/** Takes the query parameters, the first day to show and the initial one, which is omitted; returns the parameters. */
export function writeWeek(params: URLSearchParams, start: DayKey, initial: DayKey): URLSearchParams {
  const next = new URLSearchParams(params);
  if (start === initial) next.delete(PARAMETER);
  else next.set(PARAMETER, start);
  return next;
}

/** Takes the first shown day and an offset in days; returns the day after that step, or the same day if out of range. */
export function stepWeek(start: DayKey, days: number): DayKey {
  const next = addDays(start, days);
  return canBeShown(next) ? next : start;
}
