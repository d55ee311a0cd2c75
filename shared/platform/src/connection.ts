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

/**
 * Calls back when the person or the network comes back to this page, so that what is shown can be brought up to date
 * (D-25): the tab becomes visible, the network returns, or the page is restored from the back-forward cache.
 *
 * Returns a function that ends the subscription.
 */
export function onReturn(callback: () => void): () => void {
  const whenVisible = () => {
    if (document.visibilityState === 'visible') callback();
  };
  const whenRestored = (event: PageTransitionEvent) => {
    if (event.persisted) callback();
  };
  document.addEventListener('visibilitychange', whenVisible);
  window.addEventListener('online', callback);
  window.addEventListener('pageshow', whenRestored);
  return () => {
    document.removeEventListener('visibilitychange', whenVisible);
    window.removeEventListener('online', callback);
    window.removeEventListener('pageshow', whenRestored);
  };
}
