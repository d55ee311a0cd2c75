import { SESSION_KEY, readStoredSession, type SafeStorage } from '@space/supabase';
import { readArrival } from './arrival.ts';
import { noticeOnArrival, noticeOnCodeFailure } from './linkNotice.ts';
import { redeemMailLink } from './redeemMailLink.ts';
import type { Session } from './session.ts';
import type { SessionOutcome, SessionState, SessionWindow } from './types.ts';

// Set while this browser is at Google's sign-in, so that a failed return is not taken for a mail's link.
const AWAY_KEY = `${SESSION_KEY}-away`;

/** Records that this browser leaves for Google's sign-in. */
export function leaveForGoogle(storage: SafeStorage): void {
  storage.setItem(AWAY_KEY, 'google');
}

/**
 * Handles the auth parameters in the page's address: removes them at once, then redeems the link or code, or sets a notice
 * (rule mail-links). Without such parameters it loads the backend to refresh a stored session, but only once the page is
 * idle, so that the page itself comes first. For a signed-out visitor it loads nothing.
 */
export async function arrive(
  {
    session,
    storage,
    state,
    untilIdle,
  }: {
    session: Session;
    storage: SafeStorage;
    state: () => SessionState;
    untilIdle: () => Promise<void>;
  },
  { location, history }: SessionWindow,
): Promise<SessionOutcome> {
  const isFromGoogle = storage.getItem(AWAY_KEY) !== null;
  if (isFromGoogle) storage.removeItem(AWAY_KEY);

  const { href } = location;
  const { arrival, address } = readArrival(href);
  if (arrival.kind !== 'nothing') history.replaceState(history.state, '', address);
  session.adopt(readStoredSession(storage)); // another tab may have changed it since the store was created

  if (arrival.kind === 'mail-link')
    return redeemMailLink({ session, storage, state }, arrival.link, arrival.email);
  if (arrival.kind === 'code') {
    return session.redeem(
      async ({ auth }) => ({ recovering: await auth.start(href) }),
      (outcome) =>
        outcome.ok
          ? { recovering: outcome.recovering }
          : { linkNotice: noticeOnCodeFailure(outcome.error, { isFromGoogle }) },
    );
  }
  const linkNotice = noticeOnArrival(arrival, { isFromGoogle });
  if (linkNotice) session.update({ linkNotice });
  await untilIdle();
  return session.keepFresh();
}
