import { MESSAGES } from '@space/domain';
import {
  RECOVERY_KEY,
  backendError,
  clearStoredSession,
  readSession,
  readStoredSession,
  safeStorage,
  type StoredSession,
} from '@space/supabase';
import { createStore } from 'zustand/vanilla';
import { arrive, leaveForGoogle } from './arrive.ts';
import { listenToBrowser } from './browserEvents.ts';
import { createRecovery } from './recovery.ts';
import { awaitConfirmation, redeemMailLink, stopAwaiting } from './redeemMailLink.ts';
import { createSession } from './session.ts';
import { initialState } from './sessionState.ts';
import type {
  SessionActions,
  SessionOutcome,
  SessionState,
  SessionStore,
  SessionStoreOptions,
} from './types.ts';

/**
 * Makes the session store: who is signed in, and everything that changes it. The state is true from the first moment:
 * it is read from storage, without waiting and without the backend (rule stored-session). What each action promises is in
 * SessionActions.
 */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { storage, tabStorage = safeStorage(null), window, mayLeave, forgetAccount } = options;
  const { onBackend, untilIdle = () => Promise.resolve() } = options;

  return createStore<SessionState & SessionActions>((_set, get, store) => {
    const session = createSession(store, options);
    const recovery = createRecovery(session, tabStorage);
    const world = { session, storage, state: get, untilIdle };
    let started: Promise<SessionOutcome> | null = null;
    let stopListening = (): void => {};

    async function start(): Promise<SessionOutcome> {
      if (!window) return { ok: true };
      stopListening = listenToBrowser(window, {
        onStoredSession: session.followStorage,
        onOnline: () => void session.keepFresh(),
      });
      onBackend?.(session.useBackend);
      return arrive(world, window);
    }

    /** Not awaited: the session is over here whether the server hears of it or not (rule sign-out). */
    async function tellServer(ended: StoredSession): Promise<void> {
      const outcome = await session.perform(({ auth }) => auth.signOut(ended));
      if (!outcome.ok)
        console.error('signOut: the session ended here, the server could not be told', outcome.error);
    }

    return {
      ...initialState(readStoredSession(storage), readStoredSession(tabStorage, RECOVERY_KEY)),
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
        const leaving = get().user?.id;
        const question = mayLeave?.() ?? null;
        // Who is signed in may have changed during the question: its answer is not about them.
        if (question && (!(await question) || get().user?.id !== leaving)) return { ok: true };
        if (leaving !== undefined) forgetAccount?.(leaving);
        const ended = readSession(storage);
        clearStoredSession(storage);
        stopAwaiting(storage);
        session.adopt(null);
        recovery.drop();
        if (ended) void tellServer(ended);
        return { ok: true };
      },
      changePassword: (password) => session.perform(({ auth }) => auth.changePassword(password)),
      deleteAccount: () =>
        session.perform(async ({ account }) => {
          const { user } = get();
          if (!user) throw backendError('auth', MESSAGES.auth.sessionMissing, { code: 'no_session' });
          await account.remove(user.id);
          forgetAccount?.(user.id);
          // Another tab may have signed in as another user meanwhile: that session stays.
          if (readStoredSession(storage)?.id === user.id) clearStoredSession(storage);
          session.signOutDeletedUser(user);
        }),
      forgetDeletion: () => session.update({ wasDeleted: false }),
      requestPasswordReset: (email, redirectTo) =>
        session.perform(({ auth }) => auth.requestPasswordReset(email, redirectTo)),
      resendConfirmation: (email, redirectTo) =>
        session.perform(async ({ auth }) => {
          await auth.resendConfirmation(email, redirectTo);
          awaitConfirmation(storage, email);
        }),
      redeemLink: (link) => redeemMailLink(world, link),
      finishRecovery: recovery.finishRecovery,
      cancelRecovery: recovery.drop,
      clearLinkNotice: () => session.update({ linkNotice: null }),
    };
  });
}
