import { calendarFeed, notify, onSessionEnd, session } from '@space/platform';
import { useStore } from 'zustand';
import { createCalendarStore, type CalendarState } from './calendarStore.ts';

const store = createCalendarStore({
  calendarFeed,
  notify,
  isOnline: () => navigator.onLine,
  isSessionLost: () => session.getState().wasLost,
  now: () => new Date(),
});
onSessionEnd(() => store.getState().clear());

export function useCalendar<T>(selector: (state: CalendarState) => T): T {
  return useStore(store, selector);
}
