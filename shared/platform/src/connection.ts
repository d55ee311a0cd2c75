import { useSyncExternalStore } from 'react';
import { isOnline, onOnlineChange } from './online.ts';

/** Whether the site can be reached, as far as the browser knows; re-renders when that changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(onOnlineChange, isOnline, () => true);
}

/** In milliseconds: visibilitychange and focus within this time count as one return. */
const MERGE_WINDOW = 1_000;
/** In milliseconds: the second callback after the network returns, because the first request often fails. */
const SECOND_CALL_DELAY = 3_000;

/**
 * Calls back when the user or the network returns to this page, so that the shown data can be refreshed (rule
 * return-refresh): the tab becomes visible, the window gets the focus, the network returns (and once more soon after that),
 * or the page is restored from the back-forward cache. Without a network it does not call back until the network returns.
 *
 * Returns a function that ends the subscription.
 */
export function onReturn(callback: () => void): () => void {
  let last = -MERGE_WINDOW;
  const handleReturn = () => {
    const now = performance.now();
    if (document.visibilityState !== 'visible' || !isOnline() || now - last < MERGE_WINDOW) return;
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
    soon = setTimeout(callback, SECOND_CALL_DELAY);
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
