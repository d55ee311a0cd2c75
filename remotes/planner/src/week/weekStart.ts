import { useState } from 'react';
import { addDays, isDayKey, weekStartOf, type DayKey } from '@space/domain';
import { useSearchParams } from '@space/platform';

const PARAMETER = 'week';

// Dates range from year 1 to year 9999; a shown week and its neighbours stay inside.
export const FIRST_DAY: DayKey = '0002-01-01';
export const LAST_DAY: DayKey = '9998-12-31';

export const canBeShown = (day: DayKey): boolean => day >= FIRST_DAY && day <= LAST_DAY;

/** Takes the first shown day and an offset in days; returns the day after that step, or the same day if out of range. */
export function stepWeek(start: DayKey, days: number): DayKey {
  const next = addDays(start, days);
  return canBeShown(next) ? next : start;
}

/**
 * The first shown day. It is stored in the URL, so that a week can be linked to and survives a reload; navigating between
 * weeks adds no history entries. The default is the Monday of the week in which the page was opened, also after midnight; so
 * is the day if the address names none that can be shown.
 */
export function useWeekStart(today: DayKey) {
  const [params, setParams] = useSearchParams();
  const [initial] = useState(() => weekStartOf(today));
  const text = params.get(PARAMETER) ?? '';
  return {
    start: isDayKey(text) && canBeShown(text) ? text : initial,
    show(start: DayKey): void {
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (start === initial) next.delete(PARAMETER);
          else next.set(PARAMETER, start);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}
