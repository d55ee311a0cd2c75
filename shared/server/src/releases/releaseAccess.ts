import { waitInWords, type Limits } from '../gateway/limits.ts';
import type { ReadAddress } from '../http/clientAddress.ts';
import type { SiteRequest } from '../http/handler.ts';
import { isLocalName } from '../http/loopback.ts';
import type { ReleaseToken, ReleaseTokens } from './tokens.ts';

/** Whose request it is; or the status and the sentence that refuse it, and the seconds to wait where that helps. */
export type ReleaseAccess =
  | { ok: true; token: ReleaseToken }
  | { ok: false; status: 401 | 403 | 429; reason: string; seconds?: number };

interface AccessParts {
  tokens: ReleaseTokens;
  limits: Limits;
  addressOf: ReadAddress;
  isEncrypted: (request: SiteRequest) => boolean;
}

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

/** A program of this machine that asks us by a name of this machine. What a proxy passes on says so, or has the site's name. */
const isFromThisMachine = ({ socket, headers }: SiteRequest) =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  isLocalName(headers.host ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;

/**
 * Makes the check of who releases a remote: `Authorization: Bearer <token>`, over TLS or from this machine. What is wrong
 * with a token is not told apart, and wrong ones are counted for each address.
 */
export function createReleaseAccess({ tokens, limits, addressOf, isEncrypted }: AccessParts) {
  const tooMany = (what: string, seconds: number): ReleaseAccess => ({
    ok: false,
    status: 429,
    reason: `Too many ${what}. Try again in ${waitInWords(seconds)}.`,
    seconds,
  });

  return async function mayRelease(request: SiteRequest, remote: string): Promise<ReleaseAccess> {
    if (!isEncrypted(request) && !isFromThisMachine(request))
      return { ok: false, status: 403, reason: 'A token is taken over TLS (https://) alone.' };
    const [, given = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (given === '')
      return { ok: false, status: 401, reason: `This needs a token of ${remote}: Authorization: Bearer …` };
    const address = addressOf(request);
    // Taken first and given back: guesses that are sent at once are counted all the same.
    const seconds = await limits.take('wrong-release-token', address);
    if (seconds !== null) return tooMany('wrong tokens', seconds);
    const token = await tokens.check(given, remote);
    if (token === null)
      return {
        ok: false,
        status: 401,
        reason: `This token does not release ${remote}: it is unknown, has expired, was withdrawn or belongs to another remote.`,
      };
    await limits.giveBack('wrong-release-token', address);
    const wait = await limits.take('release-token', token.id);
    return wait === null ? { ok: true, token } : tooMany('requests with this token', wait);
  };
}
