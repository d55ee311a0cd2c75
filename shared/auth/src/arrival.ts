import { MESSAGES } from '@space/domain';
import type { BackendError, MailLink } from '@space/supabase';
import type { LinkNotice } from './types.ts';

/** The auth parameters in the page's address when a visitor comes from a mail or back from Google. */
type Arrival =
  | { kind: 'nothing' }
  /** `?token_hash=…&type=…`: a link in one of our mails. */
  | { kind: 'mail-link'; link: MailLink; email: string | null }
  /** `?code=…`: a PKCE sign-in to finish. */
  | { kind: 'code'; code: string }
  /** `#access_token=…`: tokens, which are never accepted from an address. `type` is the kind of mail that they came with. */
  | { kind: 'tokens'; type: string }
  /** `?error=…` or `#error=…`, with the server's code. */
  | { kind: 'refused'; code: string; email: string | null; mail: 'confirmation' | 'recovery' };

const GOOGLE_FAILED: LinkNotice = { kind: 'provider-error', message: MESSAGES.google.failed };

const LINK_TYPES: readonly MailLink['type'][] = [
  'signup',
  'recovery',
  'email',
  'magiclink',
  'invite',
  'email_change',
];

/** The parameters that an arrival removes from the address. */
const NAMES = new Set(
  `
  code sb_flow_id sb token_hash type email redirect_to error error_code error_description
  access_token refresh_token expires_in expires_at token_type provider_token provider_refresh_token
  `.split(/\s+/),
);

// The format of the server's sign-in codes. A `?code=` in another format is not ours (a voucher, an analytics tag).
const AUTH_CODE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Reads the auth parameters of an address.
 * @returns the arrival, and the address without its parameters: path, query and hash, otherwise unchanged
 */
export function readArrival(href: string): { arrival: Arrival; address: string } {
  const url = new URL(href);
  const query = url.searchParams;
  const hash = new URLSearchParams(url.hash.slice(1));
  const email = query.get('email') ?? hash.get('email');

  const arrived = (arrival: Arrival) => ({ arrival, address: withoutNames(url) });

  // Errors first: an address with an error and a code is a refusal of the server.
  for (const part of [hash, query]) {
    const errorCode = part.get('error_code');
    const error = part.get('error');
    const mail = part.get('type') === 'recovery' ? 'recovery' : 'confirmation'; // a confirmation if it does not say
    if (error && (errorCode || part.has('error_description')))
      return arrived({ kind: 'refused', code: errorCode ?? error, email, mail });
  }
  if (hash.has('access_token')) return arrived({ kind: 'tokens', type: hash.get('type') ?? '' });
  const tokenHash = query.get('token_hash');
  if (tokenHash) {
    const type = LINK_TYPES.find((each) => each === query.get('type'));
    return arrived(
      type
        ? { kind: 'mail-link', link: { tokenHash, type }, email }
        : { kind: 'refused', code: 'otp_expired', email, mail: 'confirmation' },
    );
  }
  const code = query.get('code') ?? '';
  if (AUTH_CODE.test(code)) return arrived({ kind: 'code', code });
  return { arrival: { kind: 'nothing' }, address: url.pathname + url.search + url.hash };
}

/** Removes parameters from the raw text: serializing the query again would change the encoding of the others. */
function withoutNames(url: URL): string {
  const [query, hash] = [url.search, url.hash].map((part) =>
    part
      .slice(1)
      .split('&')
      .filter((pair) => !NAMES.has(pair.split('=')[0] ?? ''))
      .join('&'),
  );
  return url.pathname + (query ? `?${query}` : '') + (hash ? `#${hash}` : '');
}

/**
 * Returns the notice for an arrival that cannot be redeemed; null if it can be, or if there is no arrival. Text from the
 * address is never shown, because anyone can craft such an address.
 * @param isFromGoogle whether this browser had left for Google's sign-in, which only it knows
 */
export function noticeOnArrival(arrival: Arrival, isFromGoogle: boolean): LinkNotice | null {
  if (arrival.kind === 'refused')
    return arrival.code === 'otp_expired' && !isFromGoogle
      ? invalidLinkNotice(arrival.mail, arrival.email)
      : GOOGLE_FAILED;
  if (arrival.kind !== 'tokens') return null;
  if (arrival.type === '') return GOOGLE_FAILED;
  // The server confirms an address before it issues tokens; only a new password needs a link of ours.
  return arrival.type === 'recovery' ? invalidLinkNotice('recovery', null) : confirmedNotice(null);
}

/** Returns the notice for a refused `?code=`: from Google, or from a mail that another browser requested. */
export function noticeOnCodeFailure(error: BackendError, isFromGoogle: boolean): LinkNotice {
  // It is unknown whether the code was used up: the visitor has to sign in.
  if (error.kind === 'network') return { kind: 'provider-error', message: MESSAGES.auth.serverUnreachable };
  if (isFromGoogle) return GOOGLE_FAILED;
  if (error.code === 'pkce_code_verifier_not_found') return confirmedNotice(null);
  return invalidLinkNotice('confirmation', null);
}

/** Returns the notice for a mail's link that was refused. */
export function noticeOnLinkFailure(error: BackendError, link: MailLink, email: string | null): LinkNotice {
  if (error.kind === 'network')
    return { kind: 'unreachable', message: MESSAGES.auth.serverUnreachable, link };
  return invalidLinkNotice(link.type === 'recovery' ? 'recovery' : 'confirmation', email);
}

/** Returns the notice for an address that a link has confirmed without signing in here. */
export function confirmedNotice(email: string | null, isOtherUserHere = false): LinkNotice {
  const message = isOtherUserHere ? MESSAGES.links.confirmedOther : MESSAGES.links.confirmed;
  return { kind: 'confirmed', message, email };
}

/** Returns the notice for an invalid link, with the kind of mail that replaces it. */
export function invalidLinkNotice(resend: 'confirmation' | 'recovery', email: string | null): LinkNotice {
  return { kind: 'invalid-link', message: MESSAGES.links.invalid, resend, email };
}
