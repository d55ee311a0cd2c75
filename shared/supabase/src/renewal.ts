import type { SupabaseClient } from '@supabase/supabase-js';
import { within } from './deadline.ts';
import { authFailure, isUnreachable } from './failures.ts';
import type { HeldRefresh } from './heldRefresh.ts';
import { readSession } from './storedSession.ts';
import type { SafeStorage } from './sessionStorage.ts';

// supabase-js refreshes of its own accord when this much or less is left (spec section 9).
const MARGIN_SECONDS = 90;

/** Renews the stored access token. */
export interface Renewal {
  /**
   * Gets a token in place of a refused one, by at most one refresh.
   * @returns null when there is no session to go on with; a refused refresh ends it
   * @throws TypeError or the signal's reason when the server cannot be reached; the session stays (D-8)
   */
  renew(spent: string, signal: AbortSignal): Promise<string | null>;
  /**
   * Makes sure that a call of supabase-js that reads the session will not block: with an expired token it refreshes
   * first, with back-off, for up to 25 s (A0.2).
   * @throws BackendError `network` or `auth`
   */
  ensureFresh(signal: AbortSignal): Promise<void>;
}

/** Makes the renewal. `endSession` is called when the server has refused for good. */
export function createRenewal(
  auth: SupabaseClient['auth'],
  storage: SafeStorage,
  held: HeldRefresh,
  endSession: () => void,
): Renewal {
  async function renew(spent: string, signal: AbortSignal): Promise<string | null> {
    const stored = readSession(storage);
    if (!stored) return null;
    if (stored.accessToken !== spent) return ownerOf(spent) === stored.user.id ? stored.accessToken : null;

    // supabase-js repeats a failed refresh's error for a minute without asking. Somebody is waiting for this one, and
    // the network may be back. The field is private: the version is pinned and a test holds it.
    Reflect.set(auth, 'lastRefreshFailure', null);
    // getSession() refreshes when little is left; refreshSession() would do so twice.
    const refresh = async (): Promise<unknown> =>
      (await (hasLittleLeft(stored) ? auth.getSession() : auth.refreshSession())).error;
    const failure = held.nextFailure();
    held.wake();
    const error = await within(signal, Promise.race([refresh(), failure])).catch((reason: unknown) => {
      if (isUnreachable(reason)) return reason;
      throw reason;
    });

    const now = readSession(storage);
    if (now && now.user.id !== stored.user.id) return null; // another tab is somebody else by now
    if (now && (!error || now.accessToken !== spent)) return now.accessToken;
    if (isUnreachable(error)) throw new TypeError('The session cannot be refreshed now', { cause: error });
    if (now) endSession();
    return null;
  }

  return {
    renew,
    async ensureFresh(signal) {
      const stored = readSession(storage);
      if (!stored || !hasLittleLeft(stored)) return; // without a session supabase-js says so itself
      try {
        await renew(stored.accessToken, signal);
      } catch (error) {
        throw authFailure(error);
      }
    },
  };
}

function hasLittleLeft({ expiresAt }: { expiresAt: number }): boolean {
  return expiresAt - Date.now() / 1000 < MARGIN_SECONDS;
}

/** The user id inside an access token, so that nobody's request is repeated as somebody else. */
function ownerOf(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(
      atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')),
    );
    return typeof payload === 'object' && payload !== null && 'sub' in payload ? String(payload.sub) : null;
  } catch {
    return null;
  }
}
