import { useSyncExternalStore } from 'react';
import { latestOnly } from '@space/domain';

/** How often a site on this machine is polled while the browser reports no network, in milliseconds. */
const POLL_INTERVAL = 3_000;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const listeners = new Set<() => void>();
let isReachable = true;
let timer: ReturnType<typeof setTimeout> | undefined;
const startCheck = latestOnly();

function setReachable(next: boolean): void {
  if (next === isReachable) return;
  isReachable = next;
  for (const listener of listeners) listener();
}

async function canReachSite(): Promise<boolean> {
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(POLL_INTERVAL) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Updates the state from `navigator.onLine`, except for a site on this machine: it can be reached without a network, so the
 * site itself is polled, because the browser reports no further change. A response that arrives after the browser has
 * reported a change is ignored.
 */
async function check(): Promise<void> {
  const isLatest = startCheck();
  clearTimeout(timer);
  if (navigator.onLine) {
    setReachable(true);
  } else if (LOOPBACK.test(location.hostname)) {
    const isReached = await canReachSite();
    if (!isLatest()) return;
    timer = setTimeout(handleChange, POLL_INTERVAL);
    setReachable(isReached);
  } else {
    setReachable(false);
  }
}

function handleChange(): void {
  void check();
}

/** Calls back when the network is lost or returns; returns a function that unsubscribes. */
export function onOnlineChange(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', handleChange);
    window.addEventListener('offline', handleChange);
    handleChange();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    startCheck();
    clearTimeout(timer);
    window.removeEventListener('online', handleChange);
    window.removeEventListener('offline', handleChange);
  };
}

/** Returns whether the site can be reached, as far as is known. */
export function isOnline(): boolean {
  return isReachable;
}

/** Whether the site can be reached, as far as the browser knows; re-renders when that changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(onOnlineChange, isOnline, () => true);
}

/** In milliseconds: visibilitychange and focus within this time count as one return. */
const MERGE_WINDOW = 1_000;
/** In milliseconds: the second callback after the network returns, because the first request often fails. */
const SECOND_CALL_DELAY = 3_000;

/**
 * Calls back when the user or the network returns to this page, so that the shown data can be refreshed: the tab becomes visible, the window gets the focus, the network returns (and once more soon after that),
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
