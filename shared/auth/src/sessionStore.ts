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
 * Creates the session store: the signed-in user, and all actions that change it. The state is correct from the start: it is
 * read from storage, synchronously and without the backend (rule stored-session). See SessionActions for what each action
 * promises.
 */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { storage, tabStorage = safeStorage(null), window, mayLeave, forgetAccount } = options;
  const { onBackend, untilIdle = () => Promise.resolve() } = options;

  return createStore<SessionState & SessionActions>((_set, get, store) => {
    const session = createSession(store, options);
    const recovery = createRecovery(session, tabStorage);
    const context = { session, storage, state: get, untilIdle };
    let started: Promise<SessionOutcome> | null = null;
    let stopListening = (): void => {};

    async function start(): Promise<SessionOutcome> {
      if (!window) return { ok: true };
      stopListening = listenToBrowser(window, {
        onStoredSession: session.followStorage,
        onOnline: () => void session.keepFresh(),
      });
      onBackend?.(session.useBackend);
      return arrive(context, window);
    }

    /** Ends the session on the server. Not awaited: it is over here even if the server is not reached (rule sign-out). */
    async function endOnServer(ended: StoredSession): Promise<void> {
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
          recovery.cancel();
          session.adopt(user);
          return { user };
        }),
      signUp: (credentials, redirectTo) =>
        session.attempt(async ({ auth }) => {
          const user = await auth.signUp(credentials, redirectTo);
          if (user) recovery.cancel();
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
        const leavingUserId = get().user?.id;
        const question = mayLeave?.() ?? null;
        // If another user has signed in during the question, its answer does not apply to them.
        if (question && (!(await question) || get().user?.id !== leavingUserId)) return { ok: true };
        if (leavingUserId !== undefined) forgetAccount?.(leavingUserId);
        const ended = readSession(storage);
        clearStoredSession(storage);
        stopAwaiting(storage);
        session.adopt(null);
        recovery.cancel();
        if (ended) void endOnServer(ended);
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
      redeemLink: (link) => redeemMailLink(context, link),
      finishRecovery: recovery.finishRecovery,
      cancelRecovery: recovery.cancel,
      clearLinkNotice: () => session.update({ linkNotice: null }),
    };
  });
}
