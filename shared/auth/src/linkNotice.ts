import { MESSAGES } from '@space/domain';
import type { BackendError, MailLink, SessionUser } from '@space/supabase';
import type { Arrival } from './arrival.ts';
import type { LinkNotice } from './types.ts';

const auth = MESSAGES.auth;
const google = MESSAGES.google;
const links = MESSAGES.links;

/** Where an arrival that failed comes from: only this browser knows whether it had left for Google. */
export interface ArrivalOrigin {
  isFromGoogle: boolean;
}

/**
 * The notice for an arrival that cannot be redeemed at all; null when it can, or when there is none. Text from the
 * address is never shown: every sender can write one.
 */
export function noticeOnArrival(arrival: Arrival, { isFromGoogle }: ArrivalOrigin): LinkNotice | null {
  if (arrival.kind === 'refused') {
    return arrival.code === 'otp_expired' && !isFromGoogle
      ? invalidLink(arrival.mail, arrival.email)
      : { kind: 'provider-error', message: google.failed };
  }
  if (arrival.kind === 'tokens') {
    if (arrival.type === '') return { kind: 'provider-error', message: google.failed };
    // The server has confirmed the address before it made these tokens; only a new password needs a link of ours.
    return arrival.type === 'recovery' ? invalidLink('recovery', null) : confirmed(null);
  }
  return null;
}

/** The notice for a `?code=` that was refused: of Google, or of a mail that was asked for in another browser. */
export function noticeOnCodeFailure(error: BackendError, { isFromGoogle }: ArrivalOrigin): LinkNotice {
  // Whether the code is spent is unknown: the way on is to sign in.
  if (error.kind === 'network') return { kind: 'provider-error', message: auth.serverUnreachable };
  if (isFromGoogle) return { kind: 'provider-error', message: google.failed };
  if (error.code === 'pkce_code_verifier_not_found') return confirmed(null);
  return invalidLink('confirmation', null);
}

/** The notice for a mail's link that was refused (rule mail-links). */
export function noticeOnLinkFailure(link: MailLink, error: BackendError, email: string | null): LinkNotice {
  if (error.kind === 'network') return { kind: 'unreachable', message: auth.serverUnreachable, link };
  return invalidLink(link.type === 'recovery' ? 'recovery' : 'confirmation', email);
}

/** The notice for an address that was confirmed by a link that does not sign in here. */
export function confirmed(user: SessionUser | null, isOtherUserHere = false): LinkNotice {
  const message = isOtherUserHere ? links.confirmedOther : links.confirmed;
  return { kind: 'confirmed', message, email: user?.email ?? null };
}

/** The notice for a link that is no good, with the mail that replaces it. */
export function invalidLink(resend: 'confirmation' | 'recovery', email: string | null): LinkNotice {
  return { kind: 'invalid-link', message: links.invalid, resend, email };
}
