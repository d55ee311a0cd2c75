import { SESSION_KEY } from '@space/supabase';
import type { SessionWindow } from './types.ts';

/** The store's handlers for browser events. */
export interface BrowserHandlers {
  /** The stored session may have changed. */
  onStoredSession: () => void;
  /** The network may be back. */
  onOnline: () => void;
}

/**
 * Listens for another tab changing the session (rule sign-out), for this page being restored from the back/forward cache,
 * and for the network. Returns a function that stops listening.
 */
export function listenToBrowser(window: SessionWindow, handlers: BrowserHandlers): () => void {
  const handleStorage = (event: Event): void => {
    const key = 'key' in event ? event.key : null; // null: all of storage was cleared
    if (key === null || key === SESSION_KEY) handlers.onStoredSession();
  };
  const handlePageShow = (event: Event): void => {
    if ('persisted' in event && event.persisted === true) handlers.onStoredSession();
  };
  const listening = new AbortController();
  window.addEventListener('storage', handleStorage, listening);
  window.addEventListener('pageshow', handlePageShow, listening);
  window.addEventListener('online', handlers.onOnline, listening);
  return () => listening.abort();
}
