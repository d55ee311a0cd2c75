import { useStore } from 'zustand';
import { createSessionStore, type SessionState, type SessionStore } from '@space/auth';
import { readStoredSession } from '@space/supabase';
import { loadBackend, onBackend, storage, tabStorage } from './backend.ts';
import { WAITING, createKept, hasToGo, type Kept } from './kept.ts';
import { confirmSignOut } from './host.ts';
import { createUndo } from './undo.ts';
import { whenIdle } from './whenIdle.ts';

function localStorageOfPage(): Storage | null {
  try {
    return globalThis.window?.localStorage ?? null;
  } catch {
    return null; // reading localStorage itself throws if cookies are blocked
  }
}

/** Returns the user's id only if the page and storage agree: another tab may have just signed out. */
function signedInUserId(): string | null {
  const id = session.getState().user?.id;
  return id !== undefined && id === readStoredSession(storage)?.id ? id : null;
}

const { forget, ...userData } = createKept({ storage: localStorageOfPage(), userId: signedInUserId });

/** The signed-in user's own data in this browser, until they sign out. */
export const kept: Kept = userData;

/** The session of this page: `getState()` returns its state and its actions. */
export const session: SessionStore = createSessionStore({
  loadBackend,
  onBackend,
  untilIdle: () => new Promise((resolve) => whenIdle(resolve)),
  storage,
  tabStorage,
  // Undefined in Node, where pages are prerendered.
  window: globalThis.window,
  mayLeave: () => confirmSignOut(kept.names().filter((name) => name.startsWith(WAITING)).length),
  forgetAccount: (userId) => forget((owner) => owner === userId),
});

forget(hasToGo(session.getState().user?.id ?? null));
session.subscribe(({ user }, previous) => {
  if (user?.id !== previous.user?.id) forget(hasToGo(user?.id ?? null));
});

/** The state while prerendered HTML is hydrated: in that HTML no user is signed in. */
const signedOut: SessionState = {
  ...session.getInitialState(),
  status: 'signed-out',
  user: null,
  recovering: null,
};
const storeForHook = { ...session, getInitialState: () => signedOut };

/**
 * Reads one value of the session and re-renders when that value changes.
 *
 * Takes a selector (return a primitive or a part of the state); returns what it selects.
 */
export function useSession<T>(selector: (state: SessionState) => T): T {
  return useStore(storeForHook, selector);
}

/**
 * Calls back when the data of a user must leave memory: on sign-out and when another user takes over, in this tab or
 * another. A repeated event for the same user does not call.
 *
 * Returns a function that ends the subscription.
 */
export function onSessionEnd(callback: () => void): () => void {
  return session.subscribe((state, previous) => {
    if (previous.user !== null && previous.user.id !== state.user?.id) callback();
  });
}

/** The changes of this tab, which Ctrl+Z and the notices take back. */
export const undo = createUndo(onSessionEnd);
