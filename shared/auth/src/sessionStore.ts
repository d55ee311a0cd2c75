import { MESSAGES } from '@space/domain';
import {
  RECOVERY_KEY,
  backendError,
  clearStoredSession,
  readSession,
  readStoredSession,
  safeStorage,
} from '@space/supabase';
import type { StoredSession } from '@space/supabase';
import { createStore } from 'zustand/vanilla';
import { arrive, leaveForGoogle } from './arrive.ts';
import { listenToBrowser } from './browserEvents.ts';
import { createRecovery } from './recovery.ts';
import { awaitConfirmation, redeemMailLink, stopAwaiting } from './redeemMailLink.ts';
import { createSession } from './session.ts';
import { initialState } from './sessionState.ts';
import type { Outcome, SessionActions, SessionState, SessionStore, SessionStoreOptions } from './types.ts';

/**
 * Makes the session store: who is signed in, and everything that changes it. The state is true from the first moment:
 * it is read from storage, without waiting and without the backend (D-8). What each action promises stands in
 * SessionActions.
 */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { storage, tabStorage = safeStorage(null), window } = options;
  const store = createStore<SessionState & SessionActions>(() => ({
    ...initialState(readStoredSession(storage), readStoredSession(tabStorage, RECOVERY_KEY)),
    ...actions(),
  }));
  const session = createSession(store, options);
  const recovery = createRecovery(session, tabStorage);
  const world = { session, storage, state: store.getState };
  let started: Promise<Outcome> | null = null;
  let stopListening = (): void => {};

  function start(): Promise<Outcome> {
    if (!window) return Promise.resolve({ ok: true });
    stopListening = listenToBrowser(window, {
      onStoredSession: session.followStorage,
      onOnline: () => void session.keepFresh(),
    });
    return arrive(world, window);
  }

  function actions(): SessionActions {
    return {
      start: () => (started ??= start()),
      stop() {
        stopListening();
        session.close();
        started = null;
      },
      signIn: (credentials) =>
        session.attempt(async ({ auth }) => {
          const user = await auth.signIn(credentials);
          recovery.drop();
          session.adopt(user);
          return { user };
        }),
      signUp: (credentials, redirectTo) =>
        session.attempt(async ({ auth }) => {
          const user = await auth.signUp(credentials, redirectTo);
          if (user) recovery.drop();
          if (user) session.adopt(user);
          else awaitConfirmation(storage, credentials.email);
          return { user };
        }),
      signInWithGoogle: (redirectTo) =>
        session.attempt(async ({ auth }) => {
          const address = await auth.googleAddress(redirectTo);
          leaveForGoogle(storage);
          window?.location.assign(address);
          return { address };
        }),
      async signOut() {
        const ended = readSession(storage);
        clearStoredSession(storage);
        stopAwaiting(storage);
        session.adopt(null);
        recovery.drop();
        if (ended) void tellServer(ended);
        return { ok: true };
      },
      changePassword: (password) =>
        session.attempt(async ({ auth }) => {
          await auth.changePassword(password);
          return {};
        }),
      deleteAccount: () =>
        session.attempt(async ({ account }) => {
          const { user } = store.getState();
          if (!user) throw backendError('auth', MESSAGES.auth.sessionMissing, { code: 'no_session' });
          await account.remove(user.id);
          // Another tab may have signed in as somebody else meanwhile: theirs stays.
          if (readStoredSession(storage)?.id === user.id) clearStoredSession(storage);
          session.bury(user);
          return {};
        }),
      forgetDeletion: () => session.update({ wasDeleted: false }),
      requestPasswordReset: (email, redirectTo) =>
        session.attempt(async ({ auth }) => {
          await auth.requestPasswordReset(email, redirectTo);
          return {};
        }),
      resendConfirmation: (email, redirectTo) =>
        session.attempt(async ({ auth }) => {
          await auth.resendConfirmation(email, redirectTo);
          awaitConfirmation(storage, email);
          return {};
        }),
      redeemLink: (link) => redeemMailLink(world, link),
      finishRecovery: (password) => recovery.finishRecovery(password),
      cancelRecovery: () => recovery.drop(),
      clearLinkNotice: () => session.update({ linkNotice: null }),
    };
  }

  /** Not awaited by anybody: the session is over here whether the server hears of it or not (D-9). */
  async function tellServer(ended: StoredSession): Promise<void> {
    const outcome = await session.attempt(async ({ auth }) => {
      await auth.signOut(ended);
      return {};
    });
    if (!outcome.ok)
      console.error('signOut: the session ended here, the server could not be told', outcome.error);
  }

  return store;
}
