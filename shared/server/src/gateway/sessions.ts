import { errors, jwtVerify, type JWTPayload } from 'jose';

/** The user of a request, by an access token whose session exists. */
export interface Session {
  userId: string;
  sessionId: string;
  /** All that the token says. */
  claims: JWTPayload;
}

export type NoSession = 'missing' | 'invalid' | 'expired' | 'ended' | 'account gone';

type Query = (sql: string, parameters: unknown[]) => Promise<Record<string, unknown>[]>;

/** Their signatures are right: a page asks many times with one token, which is checked for its time and session each time. */
const KNOWN_TOKENS = 2_000;

/** Checks the signature, the time, and that the session has not ended since: a token alone is good for an hour. */
export function createSessionCheck(
  jwtSecret: string,
  query: Query,
): (authorization: string | undefined) => Promise<Session | NoSession> {
  const key = new TextEncoder().encode(jwtSecret);
  const known = new Map<string, JWTPayload>();

  /** What a token says. Throws a JOSEError for one that is not ours, or whose time is over. */
  async function read(token: string): Promise<JWTPayload> {
    const before = known.get(token);
    if (before?.exp !== undefined && before.exp * 1000 > Date.now()) return before;
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience: 'authenticated',
      requiredClaims: ['sub', 'exp', 'session_id'],
    });
    if (known.size >= KNOWN_TOKENS) known.clear();
    known.set(token, payload);
    return payload;
  }

  return async function checkSession(authorization = '') {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization)?.[1];
    if (token === undefined) return 'missing';
    try {
      const claims = await read(token);
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
