import { useSyncExternalStore } from 'react';
import { isOnline, onOnlineChange } from './online.ts';

/** Whether the site can be reached, as far as the browser knows; re-renders when that changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(onOnlineChange, isOnline, () => true);
}

/** Coming back often says so twice, as visibility and as focus; within this time it counts once. */
const SAME_RETURN = 1_000;
/** The first question to a network that has just come back may get no answer. */
const ONCE_MORE = 3_000;

/**
 * Calls back when the person or the network comes back to this page, so that what is shown can be brought up to date (rule
 * return-refresh): the tab becomes visible, the window is focused, the network returns (and once more soon after that), or the
 * page is restored from the back-forward cache. Without a network what was loaded stays, and nothing is called until that is
 * back.
 *
 * Returns a function that ends the subscription.
 */
export function onReturn(callback: () => void): () => void {
  let last = -SAME_RETURN;
  const handleReturn = () => {
    const now = performance.now();
    if (document.visibilityState !== 'visible' || !isOnline() || now - last < SAME_RETURN) return;
    last = now;
    callback();
  };
  const handlePageShow = (event: PageTransitionEvent) => {
    if (event.persisted) handleReturn();
  };
  let soon: ReturnType<typeof setTimeout> | undefined;
  const stopListening = onOnlineChange(() => {
    clearTimeout(soon);
    if (!isOnline()) return;
    callback();
    soon = setTimeout(callback, ONCE_MORE);
  });
  const listening = new AbortController();
  document.addEventListener('visibilitychange', handleReturn, listening);
  window.addEventListener('focus', handleReturn, listening);
  window.addEventListener('pageshow', handlePageShow, listening);
  return () => {
    clearTimeout(soon);
    stopListening();
    listening.abort();
  };
}
