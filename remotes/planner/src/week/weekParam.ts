import { addDays, isDayKey, type DayKey } from '@space/domain';

const NAME = 'week';

// The calendar ends at the years 1 and 9999; a shown week and its neighbours stay inside.
const FIRST: DayKey = '0002-01-01';
const LAST: DayKey = '9998-12-31';

const canBeShown = (day: DayKey) => day >= FIRST && day <= LAST;

/**
 * Takes the address's parameters and the week the page opened with; returns the first day to show. What is no day is
 * ignored.
 */
export function readWeek(params: URLSearchParams, home: DayKey): DayKey {
  const text = params.get(NAME) ?? '';
  return isDayKey(text) && canBeShown(text) ? text : home;
}

/** Takes the parameters, the first day to show and the week the page opened with; returns the parameters that say so. */
export function writeWeek(params: URLSearchParams, start: DayKey, home: DayKey): URLSearchParams {
  const next = new URLSearchParams(params);
  if (start === home) next.delete(NAME);
  else next.set(NAME, start);
  return next;
}

/** Takes the first shown day and a number of days; returns the first day after that step, the same at the calendar's end. */
export function stepWeek(start: DayKey, days: number): DayKey {
  const next = addDays(start, days);
  return canBeShown(next) ? next : start;
}
