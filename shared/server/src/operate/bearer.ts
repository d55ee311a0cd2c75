import { waitInWords, type LimitName, type Limits } from '../gateway/limits.ts';
import type { Client } from '../http/client.ts';
import type { HttpContext } from '../http/respond.ts';

interface BearerParts<Token> {
  client: Client;
  limits: Limits;
  limit: LimitName;
  check: (given: string) => Token | null;
  deny: (status: number, reason: string, headers?: Record<string, string>) => Response;
  missing: string;
  wrong: string;
}

/** Takes what there was too much of, and the seconds to wait. */
export const tooMany = (deny: BearerParts<unknown>['deny'], what: string, seconds: number): Response =>
  deny(429, `Too many ${what}. Try again in ${waitInWords(seconds)}.`, { 'Retry-After': String(seconds) });

/** Returns what a token stands for, or the error response: after too many wrong ones also for the right one. */
export async function readBearer<Token extends object>(
  { env: { incoming } }: HttpContext,
  { client, limits, limit, check, deny, missing, wrong }: BearerParts<Token>,
): Promise<Token | Response> {
  const unauthorized = (reason: string) => deny(401, reason, { 'WWW-Authenticate': 'Bearer' });
  const [, given = ''] = /^Bearer (\S+)$/.exec(incoming.headers.authorization ?? '') ?? [];
  if (given === '') return unauthorized(missing);
  const address = client.addressOf(incoming);
  // Counted before the check, so that concurrent guesses count as well.
  const seconds = await limits.take(limit, address);
  if (seconds !== null) return tooMany(deny, 'wrong tokens', seconds);
  const token = check(given);
  if (token === null) return unauthorized(wrong);
  await limits.giveBack(limit, address);
  return token;
}
