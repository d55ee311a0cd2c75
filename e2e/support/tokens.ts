import { createHmac } from 'node:crypto';
import type { Session } from '@supabase/supabase-js';

const HOUR = 3600;

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The claims inside an access token. */
function claimsOf(token: string): Record<string, unknown> {
  // An access token of the backend: its middle part is a JSON object.
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
}

/** An access token signed with the given secret (HS256). */
function signToken(secret: string, claims: Record<string, unknown>): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** The same session an hour after its access token ran out. The refresh token is still good. */
export function expiredSession(session: Session, jwtSecret: string): Session {
  const expiresAt = Math.floor(Date.now() / 1000) - HOUR;
  const claims = { ...claimsOf(session.access_token), iat: expiresAt - HOUR, exp: expiresAt };
  return { ...session, access_token: signToken(jwtSecret, claims), expires_at: expiresAt, expires_in: HOUR };
}
