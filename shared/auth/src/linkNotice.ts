import { MESSAGES } from '@space/domain';
import type { BackendError } from '@space/supabase';
import type { Arrival } from './arrival.ts';
import type { LinkNotice } from './types.ts';

const { auth, google, links } = MESSAGES;

/** Where an arrival that failed comes from: only this browser knows whether it had left for Google. */
export interface ArrivalOrigin {
  isFromGoogle: boolean;
}

/**
 * The notice for an arrival that cannot be redeemed at all; null when it can, or when there is none. Text from the
 * address is never shown: anybody can write an address (trust.md A6).
 */
export function noticeOnArrival(arrival: Arrival, { isFromGoogle }: ArrivalOrigin): LinkNotice | null {
  if (arrival.kind === 'refused') {
    return arrival.code === 'otp_expired' && !isFromGoogle
      ? invalidLink(arrival.email)
      : { kind: 'provider-error', message: google.failed };
  }
  if (arrival.kind === 'tokens') {
    // The server has confirmed the address before it made these tokens; only a new password needs a link of ours.
    return arrival.type === 'recovery' ? invalidLink(null) : confirmedElsewhere;
  }
  return null;
}

/** The notice for an arrival whose redemption failed (D-12). */
export function noticeOnFailure(
  arrival: Arrival,
  error: BackendError,
  { isFromGoogle }: ArrivalOrigin,
): LinkNotice {
  // The link is not used up by a network that failed: opening it again works.
  if (error.kind === 'network') return { kind: 'invalid-link', message: auth.serverUnreachable };
  if (isFromGoogle) return { kind: 'provider-error', message: google.failed };
  if (error.code === 'pkce_code_verifier_not_found') return confirmedElsewhere;
  return invalidLink(arrival.kind === 'mail-link' ? arrival.email : null);
}

const confirmedElsewhere: LinkNotice = { kind: 'confirmed-elsewhere', message: links.confirmed };

function invalidLink(email: string | null): LinkNotice {
  return { kind: 'invalid-link', message: links.invalid, ...(email ? { email } : {}) };
}
