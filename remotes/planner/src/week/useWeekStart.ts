import { useState } from 'react';
import { weekStartOf, type DayKey } from '@space/domain';
import { useSearchParams } from '@space/platform';
import { readWeek, writeWeek } from './weekParam.ts';

/**
 * The first shown day. It is stored in the URL, so that a week can be linked to and survives a reload; navigating between
 * weeks adds no history entries. The default is the Monday of the week in which the page was opened, also after midnight
 * (rule today-clock).
 */
export function useWeekStart(today: DayKey) {
  const [params, setParams] = useSearchParams();
  const [initial] = useState(() => weekStartOf(today));
  return {
    start: readWeek(params, initial),
    show: (start: DayKey) =>
      setParams((current) => writeWeek(current, start, initial), { replace: true, preventScrollReset: true }),
  };
}
