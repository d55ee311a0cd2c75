import { createHash, timingSafeEqual } from 'node:crypto';
import { limitAddresses } from '../http/addressLimit.ts';
import type { ReadAddress } from '../http/clientAddress.ts';
import type { SiteRequest } from '../http/handler.ts';

/** Whether a request may operate the site; if not, the status and message of the error response. */
export type Access = { ok: true } | { ok: false; status: 401 | 403 | 429; reason: string };

const MAX_WRONG_PER_MINUTE = 10;
const MINUTE = 60_000;

const tooMany: Access = {
  ok: false,
  status: 429,
  reason: 'Too many wrong tokens. Try again in a minute.',
};

const hash = (text: string) => createHash('sha256').update(text).digest();

/**
 * Creates the check of `OPERATE_TOKEN`, for operators on other machines: `Authorization: Bearer <token>`, over TLS. Tokens
 * are compared by their hashes in constant time, and wrong ones are limited per client address.
 *
 * Takes the token, a function that reads a client's address, and one that tells whether a request came over TLS.
 */
export function createTokenCheck(
  token: string,
  addressOf: ReadAddress,
  isEncrypted: (request: SiteRequest) => boolean,
): (request: SiteRequest) => Access {
  const expected = hash(token);
  const isWithinLimit = limitAddresses(MAX_WRONG_PER_MINUTE, MINUTE);
  const blocked = new Map<string, number>();
  return (request) => {
    if (!isEncrypted(request))
      return { ok: false, status: 403, reason: 'A token is accepted only over TLS.' };
    const address = addressOf(request);
    if ((blocked.get(address) ?? 0) > Date.now()) return tooMany;
    const [, given = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (given !== '' && timingSafeEqual(hash(given), expected)) return { ok: true };
    if (given === '' || isWithinLimit(address))
      return { ok: false, status: 401, reason: "This needs the operator's token." };
    blocked.set(address, Date.now() + MINUTE);
    return tooMany;
  };
}
