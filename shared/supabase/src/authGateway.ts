import type { SupabaseClient } from '@supabase/supabase-js';
import { askAuth, sessionUser } from './askAuth.ts';
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

/** The parts a gateway is put together from. */
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

/** Makes the gateway. See AuthGateway for what each method promises. */
export function createAuthGateway(parts: AuthGatewayParts): AuthGateway {
  const { openAuth, access, storage, events, clock, renewal, links, timeoutMilliseconds } = parts;

  const askOfAuth = <Answer extends { data: unknown; error: unknown }>(
    call: (auth: SupabaseClient['auth']) => Promise<Answer>,
  ) => askAuth(async () => call(await openAuth()));

  return {
    async start(address = globalThis.location?.href ?? '') {
      const code = URL.canParse(address) ? new URL(address).searchParams.get('code') : null;
      if (!code) return null;
      const isRecovery = links.asksForRecovery();
      const exchange = isRecovery
        ? links.redeemCode(code)
        : askOfAuth((auth) => auth.exchangeCodeForSession(code)).then(() => undefined);
      await askAuth(async () => ({
        data: await within(deadline(timeoutMilliseconds), exchange),
        error: null,
      }));
      clearVerifiers(storage);
      return isRecovery ? links.recoveringUser() : null;
    },
    onChange: events.subscribe,
    onClock: clock.subscribe,

    async signIn(credentials) {
      const { user } = await askOfAuth((auth) => auth.signInWithPassword(credentials));
      return sessionUser(user);
    },

    async signUp({ email, password }, redirectTo) {
      try {
        const { session, user } = await askOfAuth((auth) =>
          auth.signUp({ email, password, ...comingBackTo(redirectTo) }),
        );
        return session ? sessionUser(user) : null;
      } catch (error) {
        if (saysMailWasJustSent(error)) return null;
        throw error;
      }
    },

    googleAddress: (redirectTo) => googleAddress(openAuth, redirectTo, access),

    redeemLink: links.redeemLink,
    finishRecovery: links.finishRecovery,
    endRecovery: links.endRecovery,

    resendConfirmation: (email, redirectTo) =>
      unlessJustSent(
        askOfAuth((auth) => auth.resend({ type: 'signup', email, ...comingBackTo(redirectTo) })),
      ),

    requestPasswordReset: (email, redirectTo) =>
      unlessJustSent(askOfAuth((auth) => auth.resetPasswordForEmail(email, { redirectTo }))),

    async changePassword(password) {
      await renewal.askAsUser((auth) => auth.updateUser({ password }));
    },

    async signOut(ended) {
      const stored = readSession(storage);
      const session = ended ?? stored;
      // A newer session, begun since the caller took this one out, stays.
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

/** Where a confirmation's link leads in the end, for a server whose mail holds the library's own link. */
function comingBackTo(redirectTo: string | undefined): { options?: { emailRedirectTo: string } } {
  return redirectTo === undefined ? {} : { options: { emailRedirectTo: redirectTo } };
}

/** Asks for a mail; a wait because one has just gone to that address is as good as another one. */
async function unlessJustSent(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!saysMailWasJustSent(error)) throw error;
  }
}

/**
 * What asks for a mail is refused within a minute because one has just gone to that address, which an address without an
 * account never hears. It is answered like the first time, so that the two cannot be told apart (rule account-secrecy). The
 * same code also says that the whole project sends too much mail; only the text tells these two.
 */
function saysMailWasJustSent(error: unknown): boolean {
  return (
    isBackendError(error) &&
    error.code === 'over_email_send_rate_limit' &&
    error.message.startsWith('For security purposes')
  );
}
