import { SESSION_KEY } from '@space/supabase';
import type { SessionWindow } from './types.ts';

/** What the store does when the browser says that the world may have changed. */
export interface BrowserHandlers {
  /** Storage may hold another session than before. */
  onStoredSession: () => void;
  /** The network may be back. */
  onOnline: () => void;
}

/**
 * Listens for another tab writing the session (rule sign-out), for this page coming back out of the back/forward cache,
 * and for the network. Returns the way out.
 */
export function listenToBrowser(window: SessionWindow, handlers: BrowserHandlers): () => void {
  const handleStorage = (event: Event): void => {
    const key = 'key' in event ? event.key : null; // null: everything was cleared
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
