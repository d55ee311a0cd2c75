import { kept, notify, onSessionEnd, session, tasks } from '@space/platform';
import { useStore } from 'zustand';
import { createWeekStore, type WeekState } from './weekStore.ts';

const store = createWeekStore({
  tasks,
  notify,
  kept,
  clock: () => Date.now(),
  isOnline: () => navigator.onLine,
  isSessionLost: () => session.getState().wasLost,
});
onSessionEnd(() => store.getState().clear());

export function useWeek<T>(selector: (state: WeekState) => T): T {
  return useStore(store, selector);
}
