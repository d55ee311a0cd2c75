import { errors, jwtVerify, type JWTPayload } from 'jose';

/** The session of a request, identified by its access token. */
export interface Session {
  userId: string;
  sessionId: string;
  /** All claims of the token. */
  claims: JWTPayload;
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
  const key = new TextEncoder().encode(jwtSecret);
  const cache = new Map<string, JWTPayload>();

  /** Returns the claims of a token. Throws a JOSEError if the signature is wrong or the token has expired. */
  async function readClaims(token: string): Promise<JWTPayload> {
    const cached = cache.get(token);
    if (cached?.exp !== undefined && cached.exp * 1000 > Date.now()) return cached;
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience: 'authenticated',
      requiredClaims: ['sub', 'exp', 'session_id'],
    });
    if (cache.size >= MAX_CACHED_TOKENS) cache.clear();
    cache.set(token, payload);
    return payload;
  }

  return async function checkSession(authorization = '') {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization)?.[1];
    if (token === undefined) return 'missing';
    try {
      const claims = await readClaims(token);
      const { sub: userId, session_id: sessionId, role } = claims;
      if (!isUuid(userId) || !isUuid(sessionId) || role !== 'authenticated') return 'invalid';
      const rows = await query('select 1 from auth.sessions where id = $1 and user_id = $2', [
        sessionId,
        userId,
      ]);
      if (rows.length === 1) return { userId, sessionId, claims };
      const accounts = await query('select 1 from auth.users where id = $1', [userId]);
      return accounts.length === 1 ? 'ended' : 'account gone';
    } catch (error) {
      if (error instanceof errors.JWTExpired) return 'expired';
      if (error instanceof errors.JOSEError) return 'invalid';
      throw error;
    }
  };
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
