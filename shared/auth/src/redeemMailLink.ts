import {
  SESSION_KEY,
  type MailLink,
  type RedeemedLink,
  type SafeStorage,
  type SessionUser,
} from '@space/supabase';
import { confirmedNotice, noticeOnLinkFailure } from './linkNotice.ts';
import type { Session } from './session.ts';
import type { SessionOutcome, SessionState } from './types.ts';

// The storage key of the address that this browser has signed up with and not confirmed yet.
const AWAITED_KEY = `${SESSION_KEY}-awaited`;

/**
 * Records that this browser has requested a confirmation mail to an address. Its link may sign in only here (rule
 * mail-links).
 */
export function awaitConfirmation(storage: SafeStorage, email: string): void {
  storage.setItem(AWAITED_KEY, email.trim().toLowerCase());
}

/** Removes the address that awaitConfirmation has recorded. */
export function stopAwaiting(storage: SafeStorage): void {
  storage.removeItem(AWAITED_KEY);
}

/**
 * Redeems a link of our mails (rules mail-links, password-reset). A reset link starts a recovery in this tab. A confirmation
 * signs in if this browser has requested it and no user is signed in; otherwise it only confirms the address: a link from
 * another person must not sign a visitor in to an account that is not theirs.
 */
export async function redeemMailLink(
  { session, storage, state }: { session: Session; storage: SafeStorage; state: () => SessionState },
  link: MailLink,
  email: string | null = null,
): Promise<SessionOutcome> {
  const isAwaited = (user: SessionUser) => {
    const isRequestedHere = user.email !== null && storage.getItem(AWAITED_KEY) === user.email.toLowerCase();
    if (isRequestedHere) stopAwaiting(storage);
    return isRequestedHere && state().user === null;
  };
  return session.redeem(
    async ({ auth }) => ({ redeemed: await auth.redeemLink(link, isAwaited) }),
    (outcome) =>
      outcome.ok
        ? changeFor(outcome.redeemed, state())
        : { linkNotice: noticeOnLinkFailure(link, outcome.error, email) },
  );
}

function changeFor({ user, outcome }: RedeemedLink, { user: current }: SessionState): Partial<SessionState> {
  switch (outcome) {
    case 'recovering':
      return { recovering: user, linkNotice: null };
    case 'confirmed':
      return { linkNotice: confirmedNotice(user, current !== null) };
    case 'signed-in':
      return {}; // the backend's SIGNED_IN event has changed the state
  }
}
