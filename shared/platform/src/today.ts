import { useDeferredValue, useSyncExternalStore } from 'react';
import { millisecondsToNextDay, toDayKey, type DayKey } from '@space/domain';

const LONGEST_TIMER = 60_000;

/**
 * 'Today' of the device (rule today-clock). One long timer is not trusted, because sleep and throttling stretch it: the
 * clock looks again at least once a minute, and whenever the page is shown or focused.
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

/** The device's current day; re-renders when it changes. Not for pages that are prerendered: there it throws. */
export function useToday(): DayKey {
  return useSyncExternalStore(subscribe, readToday);
}

/**
 * The device's current day, for pages that are prerendered: null in their HTML, which is read on many days, and
 * known as soon as the page is alive.
 */
export function useKnownToday(): DayKey | null {
  // What a page shows of the day is brought up to date in slices, as the page itself was hydrated.
  return useDeferredValue(useSyncExternalStore(subscribe, readToday, () => null));
}
