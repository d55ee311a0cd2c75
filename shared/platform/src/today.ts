import { useDeferredValue, useSyncExternalStore } from 'react';
import { millisecondsToNextDay, toDayKey, type DayKey } from '@space/domain';

const LONGEST_TIMER = 60_000;

/**
 * Subscribes to the device's current day. A single long timer is unreliable, because sleep and throttling
 * delay it: the day is checked at least once a minute, and whenever the page is shown or focused.
 */
function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    onChange();
    timer = setTimeout(tick, Math.min(LONGEST_TIMER, millisecondsToNextDay(new Date())));
  };
  timer = setTimeout(tick, Math.min(LONGEST_TIMER, millisecondsToNextDay(new Date())));
  const listening = new AbortController();
  window.addEventListener('focus', onChange, listening);
  window.addEventListener('pageshow', onChange, listening);
  document.addEventListener('visibilitychange', onChange, listening);
  return () => {
    clearTimeout(timer);
    listening.abort();
  };
}

const readToday = (): DayKey => toDayKey(new Date());

/** Returns the device's current day; re-renders when it changes. Throws in prerendered pages. */
export function useToday(): DayKey {
  return useSyncExternalStore(subscribe, readToday);
}

/**
 * Returns the device's current day for prerendered pages: null in their HTML, which is served on many days, and the day
 * once the page is hydrated.
 */
export function useKnownToday(): DayKey | null {
  // Deferred, so that the update after hydration renders in interruptible slices, like hydration itself.
  return useDeferredValue(useSyncExternalStore(subscribe, readToday, () => null));
}
