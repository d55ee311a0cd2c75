import type { MailLink, MailLinkType } from '@space/supabase';

/** The auth parameters in the page's address when a visitor comes from a mail or back from Google. */
export type Arrival =
  | { kind: 'nothing' }
  /** `?token_hash=…&type=…`: a link in one of our mails. */
  | { kind: 'mail-link'; link: MailLink; email: string | null }
  /** `?code=…`: a PKCE sign-in to finish. */
  | { kind: 'code' }
  /** `#access_token=…`: tokens, which are never accepted from an address. `type` is the kind of mail that they came with. */
  | { kind: 'tokens'; type: string }
  /** `?error=…` or `#error=…`, with the server's code. */
  | { kind: 'refused'; code: string; email: string | null; mail: 'confirmation' | 'recovery' };

const LINK_TYPES: readonly string[] = [
  'signup',
  'recovery',
  'email',
  'magiclink',
  'invite',
  'email_change',
] satisfies MailLinkType[];

const CODE_NAMES = ['code', 'sb_flow_id'];
const LINK_NAMES = ['token_hash', 'type', 'email', 'redirect_to'];
const TOKEN_NAMES =
  'access_token refresh_token expires_in expires_at token_type type provider_token provider_refresh_token sb'.split(
    ' ',
  );
const ERROR_NAMES = ['error', 'error_code', 'error_description', 'email', 'sb'];

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

  const clean = (arrival: Arrival, names: readonly string[]) => ({ arrival, address: without(url, names) });

  // Errors first: an address with an error and a code is a refusal of the server.
  for (const part of [hash, query]) {
    const code = part.get('error_code');
    const error = part.get('error');
    if (error && (code || part.has('error_description')))
      return clean({ kind: 'refused', code: code ?? error, email, mail: mailOf(part) }, ERROR_NAMES);
  }
  if (hash.has('access_token')) return clean({ kind: 'tokens', type: hash.get('type') ?? '' }, TOKEN_NAMES);
  const tokenHash = query.get('token_hash');
  if (tokenHash) {
    const type = query.get('type') ?? '';
    return clean(
      isLinkType(type)
        ? { kind: 'mail-link', link: { tokenHash, type }, email }
        : { kind: 'refused', code: 'otp_expired', email, mail: 'confirmation' },
      LINK_NAMES,
    );
  }
  if (AUTH_CODE.test(query.get('code') ?? '')) return clean({ kind: 'code' }, CODE_NAMES);
  return clean({ kind: 'nothing' }, []);
}

/** Returns which kind of mail an error is about; a confirmation if it does not say. */
function mailOf(part: URLSearchParams): 'confirmation' | 'recovery' {
  return part.get('type') === 'recovery' ? 'recovery' : 'confirmation';
}

function isLinkType(type: string): type is MailLinkType {
  return LINK_TYPES.includes(type);
}

/** Removes parameters from the raw text: serializing the query again would change the encoding of the others. */
function without(url: URL, names: readonly string[]): string {
  const keep = (text: string): string =>
    text
      .slice(1)
      .split('&')
      .filter((pair) => !names.includes(pair.split('=')[0] ?? ''))
      .join('&');
  const query = keep(url.search);
  const hash = keep(url.hash);
  return url.pathname + (query ? `?${query}` : '') + (hash ? `#${hash}` : '');
}
