import { notify, onSessionEnd, session, tasks } from '@space/platform';
import { useStore } from 'zustand';
import { createWeekStore } from './weekStore.ts';
import type { WeekState } from './weekStore.ts';

const store = createWeekStore({
  tasks,
  notify,
  isOnline: () => navigator.onLine,
  isSessionLost: () => session.getState().wasLost,
});
onSessionEnd(() => store.getState().clear());

export function useWeek<T>(selector: (state: WeekState) => T): T {
  return useStore(store, selector);
}
