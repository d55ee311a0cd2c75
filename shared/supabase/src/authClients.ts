import type { GoTrueClient, Session } from '@supabase/supabase-js';
import { callAuth } from './answers.ts';
import { backendError } from './errors.ts';
import { loadAuthClient } from './loadAuthClient.ts';
import type { Access } from './requests.ts';
import { SESSION_KEY, VERIFIER, readStoredSession, safeStorage, type SafeStorage } from './storedSession.ts';
import type { AuthListener } from './types.ts';

/** The storage key of a link's session, in memory, until it is decided what becomes of it. */
const LINK_KEY = 'better-space-link';

/** A call of the auth client; it returns most errors and throws some. */
type Method<Result> = (auth: GoTrueClient) => Promise<Result>;

/**
 * Creates the clients of supabase-js for sign-in. One owns the session of this browser: it stores it, and refreshes it while
 * the page is visible. Links and codes have one of their own, in memory: the user of this browser stays signed in, in every
 * tab, until the caller decides what becomes of a link's session.
 */
export function createAuthClients({ url, key, fetch }: Access, storage: SafeStorage) {
  const listeners = new Set<AuthListener>();
  const opened: GoTrueClient[] = [];
  let isDisposed = false;

  /** Storage is the truth that all tabs share: the client reports a failed refresh as a session without a user. */
  function notify(): void {
    const user = readStoredSession(storage);
    for (const listener of [...listeners]) listener(user);
  }

  async function create(storageKey: string, clientStorage: SafeStorage): Promise<GoTrueClient> {
    const Client = await loadAuthClient();
    const auth = new Client({
      url: `${url}/auth/v1`,
      headers: { apikey: key },
      fetch,
      storageKey,
      storage: clientStorage,
      flowType: 'pkce', // no tokens in addresses
      autoRefreshToken: storageKey === SESSION_KEY && !isDisposed,
      detectSessionInUrl: false, // the client leaves refused codes in the address, and blocks every other call meanwhile
    });
    opened.push(auth);
    return auth;
  }
  const openAuth = once(async () => {
    const auth = await create(SESSION_KEY, storage);
    // Synchronous on purpose: a handler that refreshes inside an event deadlocks the client.
    auth.onAuthStateChange(() => notify());
    return auth;
  });
  const memory = safeStorage(null);
  const openLinks = once(() => create(LINK_KEY, memory));

  return {
    openAuth,
    notify,
    onChange(listener: AuthListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Calls the client of this browser's session. Returns the data of the result; throws a BackendError. */
    call: <Result extends { data: unknown; error: unknown }>(method: Method<Result>) =>
      callAuth(async () => method(await openAuth())),

    /** Redeems a link or code and returns its session. `verifier` is the one of the browser's PKCE sign-in, for a code. */
    async redeem(
      method: Method<{ data: { session: Session | null }; error: unknown }>,
      verifier: string | null = null,
    ): Promise<Session> {
      if (verifier !== null) memory.setItem(LINK_KEY + VERIFIER, verifier);
      const { session } = await callAuth(async () => method(await openLinks()));
      if (session) return session;
      throw backendError('rejected', 'The server did not say who signed in');
    },

    dispose(): void {
      isDisposed = true;
      for (const auth of opened.splice(0)) void auth.dispose();
    },
  };
}

/** Creates a value once for all callers; a failed creation is retried. */
function once<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let current: Promise<Value> | null = null;
  return () =>
    (current ??= create().catch((error: unknown) => {
      current = null;
      throw error;
    }));
}
