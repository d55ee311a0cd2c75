import {
  SESSION_KEY,
  type MailLink,
  type RedeemedLink,
  type SafeStorage,
  type SessionUser,
} from '@space/supabase';
import { confirmed, noticeOnLinkFailure } from './linkNotice.ts';
import type { Session } from './session.ts';
import type { SessionOutcome, SessionState } from './types.ts';

// The address this browser has signed up with and not confirmed yet.
const AWAITED_KEY = `${SESSION_KEY}-awaited`;

/**
 * Remembers that this browser has asked for a mail to an address. Its link may sign in here, and nowhere else (rule
 * mail-links).
 */
export function awaitConfirmation(storage: SafeStorage, email: string): void {
  storage.setItem(AWAITED_KEY, email.trim().toLowerCase());
}

/** Forgets it. */
export function stopAwaiting(storage: SafeStorage): void {
  storage.removeItem(AWAITED_KEY);
}

/**
 * Redeems a link of our mails (rules mail-links, password-reset). A link to a new password starts a recovery in this tab. A
 * confirmation signs in where this browser asked for it and is signed out; anywhere else it only confirms: a link that
 * another person sent must not sign a person in to an account that is not theirs.
 */
export async function redeemMailLink(
  { session, storage, state }: { session: Session; storage: SafeStorage; state: () => SessionState },
  link: MailLink,
  email: string | null = null,
): Promise<SessionOutcome> {
  const isAwaited = (user: SessionUser) => {
    const isHere = user.email !== null && storage.getItem(AWAITED_KEY) === user.email.toLowerCase();
    if (isHere) stopAwaiting(storage);
    return isHere && state().user === null;
  };
  return session.redeem(
    async ({ auth }) => ({ redeemed: await auth.redeemLink(link, isAwaited) }),
    (outcome) =>
      outcome.ok
        ? changeBy(outcome.redeemed, state())
        : { linkNotice: noticeOnLinkFailure(link, outcome.error, email) },
  );
}

function changeBy({ user, outcome }: RedeemedLink, { user: current }: SessionState): Partial<SessionState> {
  switch (outcome) {
    case 'recovering':
      return { recovering: user, linkNotice: null };
    case 'confirmed':
      return { linkNotice: confirmed(user, current !== null) };
    case 'signed-in':
      return {}; // the backend's event has said so
  }
}
