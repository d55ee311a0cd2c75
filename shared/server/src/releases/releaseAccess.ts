import { waitInWords, type Limits } from '../gateway/limits.ts';
import type { ReadAddress } from '../http/clientAddress.ts';
import type { SiteRequest } from '../http/handler.ts';
import { isLocalName } from '../http/loopback.ts';
import type { ReleaseToken, ReleaseTokens } from './tokens.ts';

/** The token of a request; or the status and message of the error response, and how long to wait before a retry. */
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

/** Whether a program on this machine sent the request directly. A proxy sets a forwarding header or the site's Host. */
const isFromThisMachine = ({ socket, headers }: SiteRequest) =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  isLocalName(headers.host ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;

/**
 * Creates the check whether a request may release a remote: `Authorization: Bearer <token>`, over TLS or from this machine.
 * The error does not tell what is wrong with a token, and wrong tokens are limited per client address.
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
      return { ok: false, status: 403, reason: 'A token is accepted only over TLS (https://).' };
    const [, given = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (given === '')
      return { ok: false, status: 401, reason: `This needs a token of ${remote}: Authorization: Bearer …` };
    const address = addressOf(request);
    // Counted before the check and refunded afterwards, so that concurrent guesses count as well.
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
