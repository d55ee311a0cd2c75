import { deadline } from './deadline.ts';
import type { ServerAccess } from './guardedFetch.ts';
import type { StoredSession } from './storedSession.ts';

interface RevokeOptions extends ServerAccess {
  timeoutMilliseconds: number;
  /** 'global' (the default): all sessions of the user. 'local': this one alone. */
  scope?: 'global' | 'local';
}

/**
 * Ends sessions of a user on the server: all of them, or the given one. Asked with the tokens in hand and not
 * through supabase-js: its signOut may first refresh for up to 25 s, offline, and would then end whatever session it
 * finds in storage, perhaps that of the next user.
 * @throws whatever fetch throws, and an Error for an answer that is neither done nor 'no such session'
 */
export async function revokeSession(session: StoredSession, options: RevokeOptions): Promise<void> {
  const signal = deadline(options.timeoutMilliseconds);
  const isExpired = session.expiresAt <= Date.now() / 1000;
  const token = isExpired ? await freshToken(session, options, signal) : session.accessToken;
  if (token === null) return; // the server refused the refresh token: there is nothing left to end

  const response = await options.fetch(`${options.url}/auth/v1/logout?scope=${options.scope ?? 'global'}`, {
    method: 'POST',
    headers: { apikey: options.key, authorization: `Bearer ${token}` },
    keepalive: true, // signing out often leaves the page
    signal,
  });
  if (!response.ok && ![401, 403, 404].includes(response.status))
    throw new Error(`The server answered ${response.status} to a sign-out`);
}

async function freshToken(
  session: StoredSession,
  { url, key, fetch }: RevokeOptions,
  signal: AbortSignal,
): Promise<string | null> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: session.refreshToken }),
    signal,
  });
  const answer: unknown = await response.json();
  if (typeof answer !== 'object' || answer === null || !('access_token' in answer)) return null;
  return typeof answer.access_token === 'string' ? answer.access_token : null;
}
