import { useStore } from 'zustand';
import { createSessionStore, type SessionState, type SessionStore } from '@space/auth';
import { loadBackend, storage, tabStorage } from './backend.ts';

/** The one session of this page: its state through `getState()`, its actions beside the state. */
export const session: SessionStore = createSessionStore({
  loadBackend,
  storage,
  tabStorage,
  // Pages are prerendered in Node, where there is none.
  window: globalThis.window,
});

/** For the first look at HTML that was prerendered, for everybody: there no one is signed in. */
const nobody: SessionState = {
  ...session.getInitialState(),
  status: 'signed-out',
  user: null,
  recovering: null,
};
const readable = { ...session, getInitialState: () => nobody };

/** Reads one value of the session, a primitive or a part of the state, and re-renders when it changes. */
export function useSession<T>(selector: (state: SessionState) => T): T {
  return useStore(readable, selector);
}

/** Calls back on sign-out and when another user takes over, in any tab (rule sign-out). Returns the way out. */
export function onSessionEnd(callback: () => void): () => void {
  return session.subscribe((state, previous) => {
    if (previous.user !== null && previous.user.id !== state.user?.id) callback();
  });
}
