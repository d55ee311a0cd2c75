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

/** Creates the auth gateway; see AuthGateway for what each method promises. */
export function createAuthGateway(access: Access, storage: SafeStorage, tabStorage: SafeStorage) {
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
  function signInWith(text: string): void {
    storage.setItem(SESSION_KEY, text);
    notify();
  }

  function accept(redeemed: Session, outcome: 'signed-in' | 'recovering'): RedeemedLink {
    const text = JSON.stringify(redeemed);
    if (outcome === 'signed-in') signInWith(text);
    else tabStorage.setItem(RECOVERY_KEY, text);
    return { user: sessionUser(redeemed.user), outcome };
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
      });
      // The others mean that there is no such session.
      if (!ok && ![401, 403, 404].includes(status)) throw new Error(`The server answered ${status}`);
    } catch (error) {
      console.error('signOut: the session ended here, the server could not be told', error);
    }
  }

  /** Reads or changes the user of a session. Returns the server's answer, unchecked. */
  function requestUser(user: UserSession, change?: { password: string }): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const init = change && { method: 'PUT', headers, body: JSON.stringify(change) };
    return bodyOf(user.fetch(`${url}/auth/v1/user`, init));
  }

  const gateway: AuthGateway = {
    onChange: clients.onChange,

    async signIn(credentials) {
      return sessionUser((await call((auth) => auth.signInWithPassword(credentials))).user);
    },

    async signUp({ email, password }, redirectTo) {
      const options = redirectOptions(redirectTo);
      const result = await unlessJustSent(call((auth) => auth.signUp({ email, password, options })));
      return result?.session ? sessionUser(result.user) : null;
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
      return accept(redeemed, verifier?.includes('/recovery') ? 'recovering' : 'signed-in');
    },

    async redeemLink({ tokenHash, type }, signsIn) {
      const redeemed = await clients.redeem((auth) => auth.verifyOtp({ token_hash: tokenHash, type }));
      if (type === 'recovery') return accept(redeemed, 'recovering');
      const user = sessionUser(redeemed.user);
      if (signsIn(user)) return accept(redeemed, 'signed-in');
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
      signInWith(text);
      return user;
    },

    async resendConfirmation(email, redirectTo) {
      const options = redirectOptions(redirectTo);
      await unlessJustSent(call((auth) => auth.resend({ type: 'signup', email, options })));
    },

    async requestPasswordReset(email, redirectTo) {
      await unlessJustSent(call((auth) => auth.resetPasswordForEmail(email, { redirectTo })));
    },

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

function sessionUser(user: User | null): SessionUser {
  if (!user) throw backendError('rejected', 'The server did not say who signed in');
  return { id: user.id, email: user.email ?? null };
}

/** Waits for an answer of the auth server, without auth-js. Returns its JSON; throws a BackendError. */
async function bodyOf(request: Promise<Response>): Promise<unknown> {
  try {
    const response = await request;
    const body: unknown = await response.json();
    if (response.ok) return body;
    throw responseFailure(fieldsOf(body), response.status);
  } catch (error) {
    throw authFailure(error);
  }
}

/**
 * Whether the server's settings say that Google is switched off: the browser would show the raw response of a server that
 * refuses the address. If the server does not expose its settings, the sign-in is tried.
 */
async function isGoogleOff({ url, key, fetch }: Access): Promise<boolean> {
  const request = bodyOf(fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } }));
  const settings = await request.catch((error: unknown) => {
    if (isBackendError(error) && error.kind === 'network') throw error;
  });
  return /"google":false/.test(JSON.stringify(settings) ?? '');
}

/** The options for where a confirmation link finally redirects to, for servers whose mail has supabase-js's own link. */
const redirectOptions = (redirectTo?: string) =>
  redirectTo === undefined ? {} : { emailRedirectTo: redirectTo };

/**
 * Waits for a request for a mail. The server refuses a second mail to an address within a minute, but only if the address
 * has an account: so this error counts as success (null), and the two cases cannot be told apart. The same code also means
 * that the whole project sends too much mail; only the message tells these two apart.
 */
async function unlessJustSent<Result>(request: Promise<Result>): Promise<Result | null> {
  try {
    return await request;
  } catch (error) {
    const isMailLimit = isBackendError(error) && error.code === 'over_email_send_rate_limit';
    if (isMailLimit && error.message.startsWith('For security purposes')) return null;
    throw error;
  }
}
