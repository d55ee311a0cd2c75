import { useStore } from 'zustand';
import { createSessionStore, type SessionState, type SessionStore } from '@space/auth';
import { readStoredSession } from '@space/supabase';
import { loadBackend, onBackend, storage, tabStorage } from './backend.ts';
import { WAITING, createKept, hasToGo, type Kept } from './kept.ts';
import { askBeforeSignOut } from './signOutQuestion.ts';
import { whenIdle } from './whenIdle.ts';

function localStorageOfPage(): Storage | null {
  try {
    return globalThis.window?.localStorage ?? null;
  } catch {
    return null; // merely naming it throws where cookies are blocked
  }
}

/** Both the page and storage have to say so: another tab may have signed out a moment ago. */
function signedInUserId(): string | null {
  const id = session.getState().user?.id;
  return id !== undefined && id === readStoredSession(storage)?.id ? id : null;
}

const { forget, ...ofUser } = createKept({ storage: localStorageOfPage(), userId: signedInUserId });

/** What this browser keeps of the signed-in user's own data, until they sign out (rule kept-data). */
export const kept: Kept = ofUser;

/** The one session of this page: its state through `getState()`, its actions beside the state. */
export const session: SessionStore = createSessionStore({
  loadBackend,
  onBackend,
  untilIdle: () => new Promise((resolve) => whenIdle(resolve)),
  storage,
  tabStorage,
  // Pages are prerendered in Node, where there is none.
  window: globalThis.window,
  mayLeave: () => askBeforeSignOut(kept.names().filter((name) => name.startsWith(WAITING)).length),
  forgetAccount: (userId) => forget((owner) => owner === userId),
});

forget(hasToGo(session.getState().user?.id ?? null));
session.subscribe(({ user }, previous) => {
  if (user?.id !== previous.user?.id) forget(hasToGo(user?.id ?? null));
});

/** For the first look at HTML that was prerendered, for everybody: there no one is signed in. */
const nobody: SessionState = {
  ...session.getInitialState(),
  status: 'signed-out',
  user: null,
  recovering: null,
};
const readable = { ...session, getInitialState: () => nobody };

/**
 * Reads one value of the session and re-renders when that value changes.
 *
 * Takes a selector (return a primitive or a part of the state); returns what it selects.
 */
export function useSession<T>(selector: (state: SessionState) => T): T {
  return useStore(readable, selector);
}

/**
 * Calls back when the data of a user must leave memory: on sign-out and when another user takes over, in this tab or
 * another (rule sign-out). A repeated event for the same user does not call.
 *
 * Returns a function that ends the subscription.
 */
export function onSessionEnd(callback: () => void): () => void {
  return session.subscribe((state, previous) => {
    if (previous.user !== null && previous.user.id !== state.user?.id) callback();
  });
}
