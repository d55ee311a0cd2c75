import { verify } from 'hono/jwt';
import type { Backend } from '../backend/backend.ts';
import { errorFor, type Session } from './call.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** Verified signatures. Expiry and session are checked on each request. */
const MAX_CACHED_TOKENS = 2_000;

/** Checks a token's signature and expiry, and that its session exists: returns the session or the error response. */
export function createSessionCheck({ secrets, query }: Backend) {
  const verified = new Map<string, Awaited<ReturnType<typeof verify>>>();

  async function readClaims(token: string) {
    const cached = verified.get(token);
    if (cached?.exp !== undefined && cached.exp * 1000 > Date.now()) return cached;
    const options = { alg: 'HS256', aud: 'authenticated', iat: false } as const;
    const claims = await verify(token, secrets.jwtSecret, options);
    if (verified.size >= MAX_CACHED_TOKENS) verified.clear();
    verified.set(token, claims);
    return claims;
  }

  return async function findSession(path: string, authorization: string | null): Promise<Session | Response> {
    const refuse = (reason: keyof typeof REFUSALS) => {
      const { auth, rest } = REFUSALS[reason];
      return path.startsWith('/auth/')
        ? errorFor(path, auth[0], auth[1], auth[2])
        : errorFor(path, 401, rest[0], rest[1]);
    };
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined) return refuse('missing');
    const claims = await readClaims(token).catch((error: Error) => error);
    if (claims instanceof Error) return refuse(claims.name === 'JwtTokenExpired' ? 'expired' : 'invalid');
    const { sub: userId, session_id: sessionId, role, exp } = claims;
    // Hono takes a token without an end.
    if (exp === undefined || !isUuid(userId) || !isUuid(sessionId) || role !== 'authenticated')
      return refuse('invalid');
    const exists = async (table: string, ...ids: string[]) =>
      (await query(`select 1 from auth.${table}`, ids)).length === 1;
    if (await exists('sessions where id = $1 and user_id = $2', sessionId, userId))
      return { userId, sessionId, claims };
    if (await exists('users where id = $1', userId)) return refuse('ended');
    // A client that lost the first response asks again.
    return path === '/rest/v1/rpc/delete_account'
      ? new Response(null, { status: 204 })
      : refuse('account gone');
  };
}

/** What GoTrue and PostgREST answer to a request without a valid session. */
const REFUSALS = {
  missing: {
    auth: [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
    rest: ['PGRST302', 'Anonymous access is disabled'],
  },
  invalid: { auth: [403, 'bad_jwt', 'invalid JWT'], rest: ['PGRST301', 'The token is not valid'] },
  expired: { auth: [403, 'bad_jwt', 'invalid JWT: token is expired'], rest: ['PGRST303', 'JWT expired'] },
  ended: {
    auth: [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
    rest: ['PGRST301', 'The session has ended'],
  },
  'account gone': {
    auth: [403, 'user_not_found', 'User from sub claim in JWT does not exist'],
    rest: ['PGRST301', 'The session has ended'],
  },
} as const;
