import { deadline } from './deadline.ts';
import type { ServerAccess } from './guardedFetch.ts';
import type { StoredSession } from './storedSession.ts';

interface RevokeOptions extends ServerAccess {
  timeoutMilliseconds: number;
  /** 'global' (the default): all sessions of the user. 'local': only the given session. */
  scope?: 'global' | 'local';
}

/**
 * Ends sessions of a user on the server: all of them, or only the given one. The request uses the given tokens and not
 * supabase-js: its signOut may first try to refresh for up to 25 s when offline, and would then end the session that it
 * finds in storage, perhaps that of the next user.
 * @throws what fetch throws, and an Error for a status that means neither success nor 'no such session'
 */
export async function revokeSession(session: StoredSession, options: RevokeOptions): Promise<void> {
  const signal = deadline(options.timeoutMilliseconds);
  const isExpired = session.expiresAt <= Date.now() / 1000;
  const token = isExpired ? await freshToken(session, options, signal) : session.accessToken;
  if (token === null) return; // the server refused the refresh token: the session is over already

  const response = await options.fetch(`${options.url}/auth/v1/logout?scope=${options.scope ?? 'global'}`, {
    method: 'POST',
    headers: { apikey: options.key, authorization: `Bearer ${token}` },
    keepalive: true, // the page is often left on sign-out
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
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('access_token' in body)) return null;
  return typeof body.access_token === 'string' ? body.access_token : null;
}
