import { createHash, timingSafeEqual } from 'node:crypto';
import { limitAddresses } from '../http/addressLimit.ts';
import type { ReadAddress } from '../http/clientAddress.ts';
import type { SiteRequest } from '../http/handler.ts';

/** Whether a request may operate the site; if not, the status and the sentence that refuse it. */
export type Access = { ok: true } | { ok: false; status: 401 | 403 | 429; reason: string };

const MOST_WRONG_EACH_MINUTE = 10;
const MINUTE = 60_000;

const tooMany: Access = {
  ok: false,
  status: 429,
  reason: 'Too many wrong tokens. Try again in a minute.',
};

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Makes the check of `OPERATE_TOKEN`, for who operates the site from elsewhere: `Authorization: Bearer <token>`, over TLS. The
 * tokens are compared by their digests in constant time, and wrong ones are counted for each address.
 *
 * Takes the token, the reader of addresses and what says whether a request came over TLS; returns the check.
 */
export function createTokenCheck(
  token: string,
  addressOf: ReadAddress,
  isEncrypted: (request: SiteRequest) => boolean,
): (request: SiteRequest) => Access {
  const expected = digest(token);
  const mayBeWrong = limitAddresses(MOST_WRONG_EACH_MINUTE, MINUTE);
  const blocked = new Map<string, number>();
  return (request) => {
    if (!isEncrypted(request)) return { ok: false, status: 403, reason: 'A token is taken over TLS alone.' };
    const address = addressOf(request);
    if ((blocked.get(address) ?? 0) > Date.now()) return tooMany;
    const [, given = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (given !== '' && timingSafeEqual(digest(given), expected)) return { ok: true };
    if (given === '' || mayBeWrong(address))
      return { ok: false, status: 401, reason: 'This needs the token of the operator.' };
    blocked.set(address, Date.now() + MINUTE);
    return tooMany;
  };
}
