import { useState } from 'react';
import { weekStartOf, type DayKey } from '@space/domain';
import { useSearchParams } from '@space/platform';
import { readWeek, writeWeek } from './weekParam.ts';

/**
 * The first shown day. It lives in the address, so that a week can be linked to and survives a reload; turning pages
 * leaves no trail in the history. Without one it is the Monday of the week in which the page opened, also after midnight
 * (rule today-clock).
 */
export function useWeekStart(today: DayKey) {
  const [params, setParams] = useSearchParams();
  const [home] = useState(() => weekStartOf(today));
  return {
    start: readWeek(params, home),
    show: (start: DayKey) =>
      setParams((current) => writeWeek(current, start, home), { replace: true, preventScrollReset: true }),
  };
}
