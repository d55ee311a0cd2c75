import type { Session, User } from '@supabase/supabase-js';
import { backendError, isBackendError } from './errors.ts';
import { authFailure, fieldsOf, responseFailure } from './answers.ts';
import { createAuthClients } from './authClients.ts';
import { createUserSession, type Access, type UserSession } from './requests.ts';
import {
  RECOVERY_KEY,
  SESSION_KEY,
  VERIFIER,
  clearStoredSession,
  clearVerifiers,
  parseSession,
  readSession,
  type SafeStorage,
  type SessionUser,
  type StoredSession,
} from './storedSession.ts';
import type { AuthGateway, RedeemedLink } from './types.ts';

/** The dependencies of the auth gateway. */
interface AuthGatewayParts {
  access: Access;
  storage: SafeStorage;
  tabStorage: SafeStorage;
  signOutMilliseconds: number;
}

/** Creates the auth gateway; see AuthGateway for what each method promises. */
export function createAuthGateway({ access, storage, tabStorage, signOutMilliseconds }: AuthGatewayParts) {
  const { url } = access;
  const clients = createAuthClients(access, storage);
  const { call, notify } = clients;

  const session = createUserSession(access, {
    read: () => readSession(storage),
    write: (text) => storage.setItem(SESSION_KEY, text),
    end() {
      clearStoredSession(storage);
      notify();
    },
  });
  const recovery = createUserSession(access, {
    read: () => readSession(tabStorage, RECOVERY_KEY),
    write: (text) => tabStorage.setItem(RECOVERY_KEY, text),
    end: () => {}, // the caller cancels the recovery
  });

  /** Makes a session the session of this browser, in one step. */
  function signInWith(redeemed: Session | null): RedeemedLink {
    const user = sessionUser(redeemed?.user ?? null);
    storage.setItem(SESSION_KEY, JSON.stringify(redeemed));
    notify();
    return { user, outcome: 'signed-in' };
  }

  function recoverWith(redeemed: Session | null): RedeemedLink {
    const user = sessionUser(redeemed?.user ?? null);
    tabStorage.setItem(RECOVERY_KEY, JSON.stringify(redeemed));
    return { user, outcome: 'recovering' };
  }

  async function endSession(ended: StoredSession, scope: 'global' | 'local'): Promise<void> {
    let current: StoredSession | null = ended;
    const user = createUserSession(access, {
      read: () => current,
      write: (text) => (current = parseSession(text)),
      end: () => (current = null),
    });
    try {
      const { ok, status } = await user.fetch(`${url}/auth/v1/logout?scope=${scope}`, {
        method: 'POST',
        keepalive: true, // the page is often left on sign-out
        signal: AbortSignal.timeout(signOutMilliseconds),
      });
      // The others mean that there is no such session.
      if (!ok && ![401, 403, 404].includes(status)) throw new Error(`The server answered ${status}`);
    } catch (error) {
      console.error('signOut: the session ended here, the server could not be told', error);
    }
  }

  /** Reads or changes the user of a session. Returns the server's answer, unchecked. */
  async function requestUser(user: UserSession, change?: { password: string }): Promise<unknown> {
    try {
      const init = change && { method: 'PUT', headers: JSON_BODY, body: JSON.stringify(change) };
      const response = await user.fetch(`${url}/auth/v1/user`, init);
      const body: unknown = await response.json();
      if (response.ok) return body;
      const { message, code } = fieldsOf(body);
      throw responseFailure({ message, ...(code !== undefined && { code }) }, response.status);
    } catch (error) {
      throw authFailure(error);
    }
  }

  const gateway: AuthGateway = {
    onChange: clients.onChange,

    async signIn(credentials) {
      return sessionUser((await call((auth) => auth.signInWithPassword(credentials))).user);
    },

    async signUp({ email, password }, redirectTo) {
      try {
        const { session: begun, user } = await call((auth) =>
          auth.signUp({ email, password, ...redirectOption(redirectTo) }),
        );
        return begun ? sessionUser(user) : null;
      } catch (error) {
        if (isMailJustSent(error)) return null;
        throw error;
      }
    },

    async googleAddress(redirectTo) {
      if (await isGoogleOff(access))
        throw backendError('rejected', 'Unsupported provider: provider is not enabled', {
          code: 'provider_disabled',
          status: 400,
        });
      const queryParams = { access_type: 'offline', prompt: 'consent' };
      const options = { redirectTo, skipBrowserRedirect: true, queryParams };
      const { url: address } = await call((auth) => auth.signInWithOAuth({ provider: 'google', options }));
      if (!address) throw backendError('rejected', 'The address of the Google sign-in is missing');
      return address;
    },

    async redeemCode(code) {
      const verifier = storage.getItem(SESSION_KEY + VERIFIER);
      const redeemed = await clients.redeem((auth) => auth.exchangeCodeForSession(code), verifier);
      clearVerifiers(storage);
      if (verifier?.includes('/recovery')) return recoverWith(redeemed);
      return signInWith(redeemed);
    },

    async redeemLink({ tokenHash, type }, signsIn) {
      const redeemed = await clients.redeem((auth) => auth.verifyOtp({ token_hash: tokenHash, type }));
      if (type === 'recovery') return recoverWith(redeemed);
      const user = sessionUser(redeemed?.user ?? null);
      if (signsIn(user)) return signInWith(redeemed);
      const confirmed = parseSession(JSON.stringify(redeemed));
      if (confirmed) await endSession(confirmed, 'local');
      return { user, outcome: 'confirmed' };
    },

    async finishRecovery(password) {
      await requestUser(recovery, { password });
      const text = tabStorage.getItem(RECOVERY_KEY) ?? '';
      const user = parseSession(text)?.user;
      if (!user) throw backendError('auth', 'Auth session missing!');
      tabStorage.removeItem(RECOVERY_KEY);
      storage.setItem(SESSION_KEY, text);
      notify();
      return user;
    },

    resendConfirmation: (email, redirectTo) =>
      ignoreJustSent(call((auth) => auth.resend({ type: 'signup', email, ...redirectOption(redirectTo) }))),

    requestPasswordReset: (email, redirectTo) =>
      ignoreJustSent(call((auth) => auth.resetPasswordForEmail(email, { redirectTo }))),

    async changePassword(password) {
      await requestUser(session, { password });
    },

    endSession,
  };

  return {
    gateway,
    session,
    openAuth: clients.openAuth,
    readUser: () => requestUser(session),
    dispose: clients.dispose,
  };
}

const JSON_BODY = { 'content-type': 'application/json' };

function sessionUser(user: User | null): SessionUser {
  if (!user) throw backendError('rejected', 'The server did not say who signed in');
  return { id: user.id, email: user.email ?? null };
}

/**
 * Whether the server's settings say that Google is switched off: the browser would show the raw response of a server that
 * refuses the address. If the server does not expose its settings, the sign-in is tried.
 */
async function isGoogleOff({ url, key, fetch }: Access): Promise<boolean> {
  try {
    const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } });
    const text = await response.text();
    if (response.status >= 500) throw responseFailure({ message: text }, response.status);
    return /"google":\s*false/.test(text);
  } catch (error) {
    throw authFailure(error);
  }
}

/** The option for where a confirmation link finally redirects to, for servers whose mail has supabase-js's own link. */
function redirectOption(redirectTo: string | undefined): { options?: { emailRedirectTo: string } } {
  return redirectTo === undefined ? {} : { options: { emailRedirectTo: redirectTo } };
}

/** Waits for a request for a mail. The error that one has just been sent to this address counts as success. */
async function ignoreJustSent(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!isMailJustSent(error)) throw error;
  }
}

/**
 * The server refuses a second mail to an address within a minute, but only if the address has an account. So this error
 * counts as success, and the two cases cannot be told apart. The same code also means that the whole project sends too much
 * mail; only the message tells these two apart.
 */
function isMailJustSent(error: unknown): boolean {
  return (
    isBackendError(error) &&
    error.code === 'over_email_send_rate_limit' &&
    error.message.startsWith('For security purposes')
  );
}
