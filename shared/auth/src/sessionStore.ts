import {
  RECOVERY_KEY,
  SESSION_KEY,
  clearStoredSession,
  readSession,
  readStoredSession,
  safeStorage,
  type MailLink,
  type SessionUser,
} from '@space/supabase';
import { createStore } from 'zustand/vanilla';
import {
  invalidLinkNotice,
  noticeOnArrival,
  noticeOnCodeFailure,
  noticeOnLinkFailure,
  readArrival,
} from './arrival.ts';
import { createSession } from './session.ts';
import type {
  SessionActions,
  SessionOutcome,
  SessionState,
  SessionStore,
  SessionStoreOptions,
  SessionWindow,
} from './types.ts';

/** The address that this browser has signed up with and not confirmed yet. Its link may sign in only here. */
const AWAITED_KEY = `${SESSION_KEY}-awaited`;
/** Set while this browser is at Google's sign-in, so that a failed return is not taken for a mail's link. */
const AWAY_KEY = `${SESSION_KEY}-away`;

/**
 * Creates the session store: the signed-in user, and all actions that change it. The state is correct from the start: it is
 * read from storage, synchronously and without the backend. See SessionActions for what each action promises.
 */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { storage, tabStorage = safeStorage(null), window, mayLeave, forgetAccount } = options;
  const { onBackend, untilIdle = () => Promise.resolve() } = options;
  let started: Promise<SessionOutcome> | null = null;

  return createStore<SessionState & SessionActions>((_set, get, store) => {
    const session = createSession(store, options);
    const { update, adopt, attempt, perform, keepFresh } = session;

    /**
     * Redeems a link of our mails. A confirmation signs in if this browser has requested it and no user is signed in;
     * otherwise it only confirms the address: a link from another person must not sign a visitor in to an account that is
     * not theirs.
     */
    function redeemLink(link: MailLink, email: string | null = null): Promise<SessionOutcome> {
      const signsIn = (user: SessionUser) => {
        const isRequestedHere =
          user.email !== null && storage.getItem(AWAITED_KEY) === user.email.toLowerCase();
        if (isRequestedHere) storage.removeItem(AWAITED_KEY);
        return isRequestedHere && get().user === null;
      };
      return session.redeem(
        ({ auth }) => auth.redeemLink(link, signsIn),
        (error) => ({ linkNotice: noticeOnLinkFailure(error, link, email) }),
      );
    }

    const awaitConfirmation = (email: string) => storage.setItem(AWAITED_KEY, email.trim().toLowerCase());

    /** Ends the recovery, if there is one: here at once, on the server if the server can be reached. */
    function cancelRecovery(): void {
      const ended = readSession(tabStorage, RECOVERY_KEY);
      tabStorage.removeItem(RECOVERY_KEY);
      update({ recovering: null });
      if (ended) void perform(({ auth }) => auth.endSession(ended, 'local'));
    }

    /**
     * Handles the auth parameters in the page's address: removes them at once, then redeems the link or code, or sets a
     * notice. Without them it loads the backend to refresh a stored session, but only once the page is idle, so that the
     * page itself comes first. For a signed-out visitor it loads nothing.
     */
    async function arrive({ location, history }: SessionWindow): Promise<SessionOutcome> {
      const isFromGoogle = storage.getItem(AWAY_KEY) !== null;
      if (isFromGoogle) storage.removeItem(AWAY_KEY);
      const { arrival, address } = readArrival(location.href);
      if (arrival.kind !== 'nothing') history.replaceState(history.state, '', address);
      adopt(readStoredSession(storage)); // another tab may have changed it since the store was created

      if (arrival.kind === 'mail-link') return redeemLink(arrival.link, arrival.email);
      if (arrival.kind === 'code')
        return session.redeem(
          ({ auth }) => auth.redeemCode(arrival.code),
          (error) => ({ linkNotice: noticeOnCodeFailure(error, isFromGoogle) }),
        );
      const linkNotice = noticeOnArrival(arrival, isFromGoogle);
      if (linkNotice) update({ linkNotice });
      await untilIdle();
      return keepFresh();
    }

    async function start(): Promise<SessionOutcome> {
      if (!window) return { ok: true };
      // Another tab has changed the session, this page was restored from the back/forward cache, or the network is back.
      window.addEventListener('storage', (event) => {
        const key = 'key' in event ? event.key : null; // null: all of storage was cleared
        if (key === null || key === SESSION_KEY) session.followStorage();
      });
      window.addEventListener('pageshow', (event) => {
        if ('persisted' in event && event.persisted === true) session.followStorage();
      });
      window.addEventListener('online', () => void keepFresh());
      onBackend?.(session.attach);
      return arrive(window);
    }

    const user = readStoredSession(storage);
    return {
      status: user ? 'signed-in' : 'signed-out',
      user,
      isRedeeming: false,
      recovering: readStoredSession(tabStorage, RECOVERY_KEY),
      wasLost: false,
      wasDeleted: false,
      linkNotice: null,
      start: () => (started ??= start()),
      signIn: (credentials) =>
        attempt(async ({ auth }) => {
          const signedIn = await auth.signIn(credentials);
          cancelRecovery();
          adopt(signedIn);
          return { user: signedIn };
        }),
      signUp: (credentials, redirectTo) =>
        attempt(async ({ auth }) => {
          const signedIn = await auth.signUp(credentials, redirectTo);
          if (signedIn) cancelRecovery();
          if (signedIn) adopt(signedIn);
          else awaitConfirmation(credentials.email);
          return { user: signedIn };
        }),
      signInWithGoogle: (redirectTo) =>
        attempt(async ({ auth }) => {
          const address = await auth.googleAddress(redirectTo);
          storage.setItem(AWAY_KEY, 'google');
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
        storage.removeItem(AWAITED_KEY);
        adopt(null);
        cancelRecovery();
        // Not awaited: it is over here even if the server is not reached.
        if (ended) void perform(({ auth }) => auth.endSession(ended, 'global'));
        return { ok: true };
      },
      changePassword: (password) => perform(({ auth }) => auth.changePassword(password)),
      deleteAccount: () =>
        perform(async ({ account }) => {
          const userId = get().user?.id ?? '';
          await account.remove(userId);
          forgetAccount?.(userId);
          // Another user may have signed in meanwhile, here or in another tab: that session stays.
          if (readStoredSession(storage)?.id === userId) clearStoredSession(storage);
          if (get().user?.id === userId) adopt(null, { wasDeleted: true });
        }),
      forgetDeletion: () => update({ wasDeleted: false }),
      requestPasswordReset: (email, redirectTo) =>
        perform(({ auth }) => auth.requestPasswordReset(email, redirectTo)),
      resendConfirmation: (email, redirectTo) =>
        perform(async ({ auth }) => {
          await auth.resendConfirmation(email, redirectTo);
          awaitConfirmation(email);
        }),
      redeemLink,
      async finishRecovery(password) {
        const outcome = await perform(async ({ auth }) => {
          const recovered = await auth.finishRecovery(password);
          update({ recovering: null });
          adopt(recovered);
        });
        if (!outcome.ok && outcome.error.kind === 'auth') {
          cancelRecovery();
          update({ linkNotice: invalidLinkNotice('recovery', null) });
        }
        return outcome;
      },
      cancelRecovery,
      clearLinkNotice: () => update({ linkNotice: null }),
    };
  });
}
