import type { SupabaseClient } from '@supabase/supabase-js';
import { callAuth } from './callAuth.ts';
import { deadline, within } from './deadline.ts';
import { isBackendError } from './errors.ts';
import { authFailure, isUnreachable } from './failures.ts';
import type { HeldRefresh } from './heldRefresh.ts';
import { readSession, type SafeStorage } from './storedSession.ts';

// supabase-js refreshes by itself when the token has this much time left or less (rule session-refresh).
const MARGIN_SECONDS = 90;

export interface RenewalParts {
  openAuth: () => Promise<SupabaseClient['auth']>;
  storage: SafeStorage;
  held: HeldRefresh;
  /** Called when the server has finally refused to refresh. */
  endSession: () => void;
  timeoutMilliseconds: number;
}

export type Renewal = ReturnType<typeof createRenewal>;

export function createRenewal(parts: RenewalParts) {
  const { openAuth, storage, held, endSession, timeoutMilliseconds } = parts;

  /** Returns a new token by at most one refresh; null if the session is over. Throws if offline (rule stored-session). */
  async function renew(token: string, signal: AbortSignal): Promise<string | null> {
    const auth = await within(signal, openAuth());
    const stored = readSession(storage);
    if (!stored) return null;
    if (stored.accessToken !== token) return userIdOf(token) === stored.user.id ? stored.accessToken : null;

    clearCachedFailure(auth);
    // getSession() itself refreshes a token that is about to expire; refreshSession() would then do it twice.
    const refresh = async (): Promise<unknown> =>
      (await (isNearExpiry(stored) ? auth.getSession() : auth.refreshSession())).error;
    const failure = held.nextFailure();
    held.wake();
    const error = await within(signal, Promise.race([refresh(), failure])).catch((reason: unknown) => {
      if (isUnreachable(reason)) return reason;
      throw reason;
    });

    const current = readSession(storage);
    if (current && current.user.id !== stored.user.id) return null; // another tab has signed in as another user meanwhile
    if (current && (!error || current.accessToken !== token)) return current.accessToken;
    if (isUnreachable(error)) throw new TypeError('The session cannot be refreshed now', { cause: error });
    if (current) endSession();
    return null;
  }

  /**
   * supabase-js returns the cached error of a failed refresh for a minute. But the user is waiting for this refresh, and
   * the network may be back. The field is private: the version is pinned and a test covers it.
   */
  function clearCachedFailure(auth: SupabaseClient['auth']): void {
    Reflect.set(auth, 'lastRefreshFailure', null);
  }

  /** `renew` with a timeout and a BackendError, for a caller outside of a fetch. */
  const renewInTime = (token: string): Promise<string | null> =>
    renew(token, deadline(timeoutMilliseconds)).catch((error: unknown) => {
      throw authFailure(error);
    });

  return {
    renew,
    /**
     * Calls an auth method like the data API: refreshes an expired token first, because supabase-js would block for up to
     * 30 s, and renews a refused token once. This also ends a session here that was ended elsewhere.
     */
    async callAsUser<Result extends { data: unknown; error: unknown }>(
      call: (auth: SupabaseClient['auth']) => Promise<Result>,
    ): Promise<Result['data']> {
      const attempt = () => callAuth(async () => call(await openAuth()));
      const stored = readSession(storage); // without a session supabase-js returns the error itself
      const token =
        stored && isNearExpiry(stored) ? await renewInTime(stored.accessToken) : stored?.accessToken;
      try {
        return await attempt();
      } catch (error) {
        if (!token || !isBackendError(error) || error.kind !== 'auth') throw error;
        if ((await renewInTime(token)) === null) throw error;
        return attempt();
      }
    },
    /** Tries a due refresh at once: the network or the user is back (rule session-refresh). Never rejects. */
    async resume(): Promise<void> {
      held.wake();
      const stored = readSession(storage);
      if (!stored || !isNearExpiry(stored)) return;
      try {
        const auth = await openAuth();
        clearCachedFailure(auth);
        await auth.getSession(); // a failure here is retried, and reported by the next request
      } catch (error) {
        if (!isUnreachable(error)) console.error('resume: the session could not be refreshed', error);
      }
    },
  };
}

function isNearExpiry({ expiresAt }: { expiresAt: number }): boolean {
  return expiresAt - Date.now() / 1000 < MARGIN_SECONDS;
}

/** The user id in an access token, so that no request is repeated as another user. */
function userIdOf(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(
      atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')),
    );
    return typeof payload === 'object' && payload !== null && 'sub' in payload ? String(payload.sub) : null;
  } catch {
    return null;
  }
}
