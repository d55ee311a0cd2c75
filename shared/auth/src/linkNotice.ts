import { MESSAGES } from '@space/domain';
import type { BackendError, MailLink, SessionUser } from '@space/supabase';
import type { Arrival } from './arrival.ts';
import type { LinkNotice } from './types.ts';

const auth = MESSAGES.auth;
const google = MESSAGES.google;
const links = MESSAGES.links;

/** The origin of a failed arrival: only this browser knows whether it had left for Google. */
export interface ArrivalOrigin {
  isFromGoogle: boolean;
}

/**
 * Returns the notice for an arrival that cannot be redeemed; null if it can be, or if there is no arrival. Text from the
 * address is never shown, because anyone can craft such an address.
 */
export function noticeOnArrival(arrival: Arrival, { isFromGoogle }: ArrivalOrigin): LinkNotice | null {
  if (arrival.kind === 'refused') {
    return arrival.code === 'otp_expired' && !isFromGoogle
      ? invalidLinkNotice(arrival.mail, arrival.email)
      : { kind: 'provider-error', message: google.failed };
  }
  if (arrival.kind === 'tokens') {
    if (arrival.type === '') return { kind: 'provider-error', message: google.failed };
    // The server confirms an address before it issues tokens; only a new password needs a link of ours.
    return arrival.type === 'recovery' ? invalidLinkNotice('recovery', null) : confirmedNotice(null);
  }
  return null;
}

/** Returns the notice for a refused `?code=`: from Google, or from a mail that another browser requested. */
export function noticeOnCodeFailure(error: BackendError, { isFromGoogle }: ArrivalOrigin): LinkNotice {
  // It is unknown whether the code was used up: the visitor has to sign in.
  if (error.kind === 'network') return { kind: 'provider-error', message: auth.serverUnreachable };
  if (isFromGoogle) return { kind: 'provider-error', message: google.failed };
  if (error.code === 'pkce_code_verifier_not_found') return confirmedNotice(null);
  return invalidLinkNotice('confirmation', null);
}

/** Returns the notice for a mail's link that was refused (rule mail-links). */
export function noticeOnLinkFailure(link: MailLink, error: BackendError, email: string | null): LinkNotice {
  if (error.kind === 'network') return { kind: 'unreachable', message: auth.serverUnreachable, link };
  return invalidLinkNotice(link.type === 'recovery' ? 'recovery' : 'confirmation', email);
}

/** Returns the notice for an address that a link has confirmed without signing in here. */
export function confirmedNotice(user: SessionUser | null, isOtherUserHere = false): LinkNotice {
  const message = isOtherUserHere ? links.confirmedOther : links.confirmed;
  return { kind: 'confirmed', message, email: user?.email ?? null };
}

/** Returns the notice for an invalid link, with the kind of mail that replaces it. */
export function invalidLinkNotice(resend: 'confirmation' | 'recovery', email: string | null): LinkNotice {
  return { kind: 'invalid-link', message: links.invalid, resend, email };
}
