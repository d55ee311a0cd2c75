import { useEffect } from 'react';
import type { DayKey } from '@space/domain';
import { onReturn } from '@space/platform';
import { leftovers } from './leftovers.ts';

/** Asks what earlier days have left undone, each time that today comes into view and on return. */
export function useLeftovers(today: DayKey, isTodayShown: boolean): void {
  useEffect(() => {
    if (!isTodayShown) return;
    const load = () => void leftovers.getState().load(today);
    load();
    return onReturn(load);
  }, [today, isTodayShown]);
}
