import { verify } from 'hono/jwt';

/** The claims of an access token. */
type Claims = Awaited<ReturnType<typeof verify>>;

/** The session of a request, identified by its access token. */
export interface Session {
  userId: string;
  sessionId: string;
  /** All claims of the token. */
  claims: Claims;
}

export type NoSession = 'missing' | 'invalid' | 'expired' | 'ended' | 'account gone';

type Query = (sql: string, parameters: unknown[]) => Promise<Record<string, unknown>[]>;

/** A page sends one token many times, so verified signatures are cached. Expiry and session are checked on each request. */
const MAX_CACHED_TOKENS = 2_000;

/** Checks signature, expiry, and that the session still exists: the token itself would stay valid for an hour. */
export function createSessionCheck(
  jwtSecret: string,
  query: Query,
): (authorization: string | undefined) => Promise<Session | NoSession> {
  const cache = new Map<string, Claims>();

  /** Returns the claims of a token, or why it is refused. */
  async function readClaims(token: string): Promise<Claims | 'expired' | 'invalid'> {
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
