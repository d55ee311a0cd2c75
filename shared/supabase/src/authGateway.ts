import type { SupabaseClient } from '@supabase/supabase-js';
import { callAuth, sessionUser } from './callAuth.ts';
import type { AuthEvents } from './authEvents.ts';
import type { ClockWatch } from './clockWatch.ts';
import { deadline, within } from './deadline.ts';
import { isBackendError } from './errors.ts';
import { googleAddress } from './googleAddress.ts';
import type { ServerAccess } from './guardedFetch.ts';
import type { MailLinks } from './mailLinks.ts';
import type { Renewal } from './renewal.ts';
import { revokeSession } from './revokeSession.ts';
import { clearStoredSession, clearVerifiers, readSession, type SafeStorage } from './storedSession.ts';
import type { AuthGateway } from './types.ts';

/** The dependencies of the auth gateway. */
export interface AuthGatewayParts {
  openAuth: () => Promise<SupabaseClient['auth']>;
  access: ServerAccess;
  storage: SafeStorage;
  events: AuthEvents;
  clock: ClockWatch;
  renewal: Renewal;
  links: MailLinks;
  timeoutMilliseconds: number;
  signOutMilliseconds: number;
}

/** Creates the auth gateway. See AuthGateway for what each method promises. */
export function createAuthGateway(parts: AuthGatewayParts): AuthGateway {
  const { openAuth, access, storage, events, clock, renewal, links, timeoutMilliseconds } = parts;

  const callOpenAuth = <Result extends { data: unknown; error: unknown }>(
    call: (auth: SupabaseClient['auth']) => Promise<Result>,
  ) => callAuth(async () => call(await openAuth()));

  return {
    async start(address = globalThis.location?.href ?? '') {
      const code = URL.canParse(address) ? new URL(address).searchParams.get('code') : null;
      if (!code) return null;
      const isRecovery = links.isRecoveryRequested();
      const exchange = isRecovery
        ? links.redeemCode(code)
        : callOpenAuth((auth) => auth.exchangeCodeForSession(code)).then(() => undefined);
      await callAuth(async () => ({
        data: await within(deadline(timeoutMilliseconds), exchange),
        error: null,
      }));
      clearVerifiers(storage);
      return isRecovery ? links.recoveringUser() : null;
    },
    onChange: events.subscribe,
    onClock: clock.subscribe,

    async signIn(credentials) {
      const { user } = await callOpenAuth((auth) => auth.signInWithPassword(credentials));
      return sessionUser(user);
    },

    async signUp({ email, password }, redirectTo) {
      try {
        const { session, user } = await callOpenAuth((auth) =>
          auth.signUp({ email, password, ...redirectOption(redirectTo) }),
        );
        return session ? sessionUser(user) : null;
      } catch (error) {
        if (isMailJustSent(error)) return null;
        throw error;
      }
    },

    googleAddress: (redirectTo) => googleAddress(openAuth, redirectTo, access),

    redeemLink: links.redeemLink,
    finishRecovery: links.finishRecovery,
    endRecovery: links.endRecovery,

    resendConfirmation: (email, redirectTo) =>
      ignoreJustSent(
        callOpenAuth((auth) => auth.resend({ type: 'signup', email, ...redirectOption(redirectTo) })),
      ),

    requestPasswordReset: (email, redirectTo) =>
      ignoreJustSent(callOpenAuth((auth) => auth.resetPasswordForEmail(email, { redirectTo }))),

    async changePassword(password) {
      await renewal.callAsUser((auth) => auth.updateUser({ password }));
    },

    async signOut(ended) {
      const stored = readSession(storage);
      const session = ended ?? stored;
      // A newer session, begun since the caller removed this one from storage, stays.
      if (!ended || !stored || stored.accessToken === ended.accessToken) {
        clearStoredSession(storage);
        events.end();
      }
      if (!session) return;
      try {
        await revokeSession(session, { ...access, timeoutMilliseconds: parts.signOutMilliseconds });
      } catch (error) {
        console.error('signOut: the session ended here, the server could not be told', error);
      }
    },
  };
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
 * The server refuses a second mail to an address within a minute, but only if the address has an account. So the caller
 * treats this error as success, and the two cases cannot be told apart (rule account-secrecy). The same code also means
 * that the whole project sends too much mail; only the message tells these two apart.
 */
function isMailJustSent(error: unknown): boolean {
  return (
    isBackendError(error) &&
    error.code === 'over_email_send_rate_limit' &&
    error.message.startsWith('For security purposes')
  );
}
