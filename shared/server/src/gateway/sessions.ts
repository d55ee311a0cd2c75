import { verify } from 'hono/jwt';
import type { Query } from '../backend/embedded.ts';
import { errorFor, type Session } from './call.ts';

type VerifiedClaims = Awaited<ReturnType<typeof verify>>;
type NoSession = 'missing' | 'invalid' | 'expired' | 'ended' | 'account gone';

/** Takes the Authorization header. */
export type CheckSession = (authorization: string | undefined) => Promise<Session | NoSession>;

/** A page sends one token many times, so verified signatures are cached. Expiry and session are checked on each request. */
const MAX_CACHED_TOKENS = 2_000;

/** Checks signature, expiry, and that the session still exists: the token itself would stay valid for an hour. */
export function createSessionCheck(jwtSecret: string, query: Query): CheckSession {
  const cache = new Map<string, VerifiedClaims>();

  /** Returns the claims of a token, or why it is refused. */
  async function readClaims(token: string): Promise<VerifiedClaims | 'expired' | 'invalid'> {
    const cached = cache.get(token);
    if (cached?.exp !== undefined && cached.exp * 1000 > Date.now()) return cached;
    try {
      const claims = await verify(token, jwtSecret, { alg: 'HS256', aud: 'authenticated', iat: false });
      // Hono takes a token without an end for one that never ends.
      if (claims.exp === undefined) return 'invalid';
      if (cache.size >= MAX_CACHED_TOKENS) cache.clear();
      cache.set(token, claims);
      return claims;
    } catch (error) {
      // Whatever is wrong with a token that a client made up, it is not valid.
      return error instanceof Error && error.name === 'JwtTokenExpired' ? 'expired' : 'invalid';
    }
  }

  return async function checkSession(authorization = '') {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization)?.[1];
    if (token === undefined) return 'missing';
    const claims = await readClaims(token);
    if (typeof claims === 'string') return claims;
    const { sub: userId, session_id: sessionId, role } = claims;
    if (!isUuid(userId) || !isUuid(sessionId) || role !== 'authenticated') return 'invalid';
    const rows = await query('select 1 from auth.sessions where id = $1 and user_id = $2', [
      sessionId,
      userId,
    ]);
    if (rows.length === 1) return { userId, sessionId, claims };
    const accounts = await query('select 1 from auth.users where id = $1', [userId]);
    return accounts.length === 1 ? 'ended' : 'account gone';
  };
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

/** The status, code and message for a request without a valid session, from GoTrue and from PostgREST. */
const REFUSALS: Readonly<Record<NoSession, { auth: [number, string, string]; rest: [string, string] }>> = {
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
};

/** The error response for a request without a valid session, in the format of the API it was sent to. */
export function refuseSession(path: string, reason: NoSession): Response {
  // A client that lost the response to 'Delete account' retries: the account is gone, so the retry succeeds.
  if (path === '/rest/v1/rpc/delete_account' && reason === 'account gone')
    return new Response(null, { status: 204 });
  const { auth, rest } = REFUSALS[reason];
  return path.startsWith('/auth/') ? errorFor(path, ...auth) : errorFor(path, 401, ...rest);
}
