import { useEffect } from 'react';
import type { DayKey } from '@space/domain';
import { onReturn } from '@space/platform';
import { leftovers } from './leftovers.ts';

/** Loads the unfinished tasks of earlier days, each time that today becomes visible or the user returns. */
export function useLeftovers(today: DayKey, isTodayShown: boolean): void {
  useEffect(() => {
    if (!isTodayShown) return;
    const load = () => void leftovers.getState().load(today);
    load();
    return onReturn(load);
  }, [today, isTodayShown]);
}
