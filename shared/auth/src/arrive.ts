import { SESSION_KEY, readStoredSession, type SafeStorage } from '@space/supabase';
import { readArrival } from './arrival.ts';
import { noticeOnArrival, noticeOnCodeFailure } from './linkNotice.ts';
import { redeemMailLink } from './redeemMailLink.ts';
import type { Session } from './session.ts';
import type { SessionOutcome, SessionState, SessionWindow } from './types.ts';

// Set while this browser is away at Google, so that a failed way back is not taken for a mail's link.
const AWAY_KEY = `${SESSION_KEY}-away`;

/** Remembers that this browser leaves for Google. */
export function leaveForGoogle(storage: SafeStorage): void {
  storage.setItem(AWAY_KEY, 'google');
}

/**
 * Takes up what the page's address carries: cleans the address at once, then redeems the link or code, or leaves a
 * notice (rule mail-links). Without either, a stored session is kept fresh once the page is at rest: the backend's code
 * is not run before the page that is waited for. A signed-out visitor loads nothing.
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
  session.adopt(readStoredSession(storage)); // another tab may have written it since the store was made

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
