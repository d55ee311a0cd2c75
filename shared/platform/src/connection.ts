import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Whether the browser believes it has a network; re-renders when that changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** Coming back often says so twice, as visibility and as focus; within this time it counts once. */
const SAME_RETURN = 1_000;

/**
 * Calls back when the person or the network comes back to this page, so that what is shown can be brought up to date
 * (D-25): the tab becomes visible, the window is focused, the network returns, or the page is restored from the
 * back-forward cache.
 *
 * Returns a function that ends the subscription.
 */
export function onReturn(callback: () => void): () => void {
  let last = -SAME_RETURN;
  const handleReturn = () => {
    const now = performance.now();
    if (document.visibilityState !== 'visible' || now - last < SAME_RETURN) return;
    last = now;
    callback();
  };
  const handlePageShow = (event: PageTransitionEvent) => {
    if (event.persisted) handleReturn();
  };
  document.addEventListener('visibilitychange', handleReturn);
  window.addEventListener('focus', handleReturn);
  window.addEventListener('online', callback);
  window.addEventListener('pageshow', handlePageShow);
  return () => {
    document.removeEventListener('visibilitychange', handleReturn);
    window.removeEventListener('focus', handleReturn);
    window.removeEventListener('online', callback);
    window.removeEventListener('pageshow', handlePageShow);
  };
}
