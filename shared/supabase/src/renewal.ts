import type { SupabaseClient } from '@supabase/supabase-js';
import { askAuth } from './askAuth.ts';
import { deadline, within } from './deadline.ts';
import { isBackendError } from './errors.ts';
import { authFailure, isUnreachable } from './failures.ts';
import type { HeldRefresh } from './heldRefresh.ts';
import { readSession, type SafeStorage } from './storedSession.ts';

// supabase-js refreshes of its own accord when this much or less is left (rule session-refresh).
const MARGIN_SECONDS = 90;

export interface RenewalParts {
  openAuth: () => Promise<SupabaseClient['auth']>;
  storage: SafeStorage;
  held: HeldRefresh;
  /** Called when the server has refused for good. */
  endSession: () => void;
  timeoutMilliseconds: number;
}

export type Renewal = ReturnType<typeof createRenewal>;

export function createRenewal(parts: RenewalParts) {
  const { openAuth, storage, held, endSession, timeoutMilliseconds } = parts;

  /** By at most one refresh. Null: no session to go on with. Throws where there is no network (rule stored-session). */
  async function renew(spent: string, signal: AbortSignal): Promise<string | null> {
    const auth = await within(signal, openAuth());
    const stored = readSession(storage);
    if (!stored) return null;
    if (stored.accessToken !== spent) return ownerOf(spent) === stored.user.id ? stored.accessToken : null;

    forgetFailure(auth);
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
    if (now && now.user.id !== stored.user.id) return null; // another tab has another user by now
    if (now && (!error || now.accessToken !== spent)) return now.accessToken;
    if (isUnreachable(error)) throw new TypeError('The session cannot be refreshed now', { cause: error });
    if (now) endSession();
    return null;
  }

  /**
   * supabase-js repeats a failed refresh's error for a minute without asking. A person is waiting for this one, and the
   * network may be back. The field is private: the version is pinned and a test holds it.
   */
  function forgetFailure(auth: SupabaseClient['auth']): void {
    Reflect.set(auth, 'lastRefreshFailure', null);
  }

  /** The same for a caller outside of a fetch. */
  const renewInTime = (spent: string): Promise<string | null> =>
    renew(spent, deadline(timeoutMilliseconds)).catch((error: unknown) => {
      throw authFailure(error);
    });

  return {
    renew,
    /**
     * Calls an auth method as the data API is asked: an expired token is refreshed first, for supabase-js would block for
     * up to 30 s, and a refused one renewed once. A session that was ended elsewhere ends here by that.
     */
    async askAsUser<Answer extends { data: unknown; error: unknown }>(
      call: (auth: SupabaseClient['auth']) => Promise<Answer>,
    ): Promise<Answer['data']> {
      const askOnce = () => askAuth(async () => call(await openAuth()));
      const stored = readSession(storage); // without one supabase-js says so itself
      const token =
        stored && hasLittleLeft(stored) ? await renewInTime(stored.accessToken) : stored?.accessToken;
      try {
        return await askOnce();
      } catch (error) {
        if (!token || !isBackendError(error) || error.kind !== 'auth') throw error;
        if ((await renewInTime(token)) === null) throw error;
        return askOnce();
      }
    },
    /** The network or the person is back: a refresh that is due is tried at once (rule session-refresh). Never rejects. */
    async resume(): Promise<void> {
      held.wake();
      const stored = readSession(storage);
      if (!stored || !hasLittleLeft(stored)) return;
      try {
        const auth = await openAuth();
        forgetFailure(auth);
        await auth.getSession(); // what fails here is tried again, and reported by the next request
      } catch (error) {
        if (!isUnreachable(error)) console.error('resume: the session could not be refreshed', error);
      }
    },
  };
}

function hasLittleLeft({ expiresAt }: { expiresAt: number }): boolean {
  return expiresAt - Date.now() / 1000 < MARGIN_SECONDS;
}

/** The user id inside an access token, so that no request is repeated as another user. */
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
