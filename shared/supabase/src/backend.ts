import { PostgrestClient } from '@supabase/postgrest-js';
import { createAccountRepository } from './accountRepository.ts';
import { createAuthEvents } from './authEvents.ts';
import { createAuthGateway } from './authGateway.ts';
import { createCalendarFeedRepository } from './calendarFeedRepository.ts';
import { createClockWatch } from './clockWatch.ts';
import { backendError } from './errors.ts';
import { guardAuthFetch, guardRestFetch, type Fetch } from './guardedFetch.ts';
import { createHeldRefresh } from './heldRefresh.ts';
import { loadSupabase } from './loadSupabase.ts';
import { createMailLinks } from './mailLinks.ts';
import { once } from './once.ts';
import { createProfileRepository } from './profileRepository.ts';
import { createRenewal, type Renewal } from './renewal.ts';
import { SESSION_KEY, clearStoredSession, readSession, type SafeStorage } from './storedSession.ts';
import { safeStorage } from './sessionStorage.ts';
import { createTaskRepository } from './taskRepository.ts';
import type { Backend } from './types.ts';

/** How to reach the backend. */
export interface BackendOptions {
  /** Absolute, without a trailing slash: see readEnvironment. */
  url: string;
  /** The publishable key. */
  key: string;
  storage: SafeStorage;
  /** This tab's own storage: where a recovery waits for its new password. Defaults to memory. */
  tabStorage?: SafeStorage;
  fetch?: Fetch;
  /** How long one call may take before it is a `network` error. */
  timeoutMilliseconds?: number;
  /** How long a sign-out waits for the server. */
  signOutMilliseconds?: number;
  /** Waits until the session has to be refreshed. Defaults to not waiting. */
  whenDue?: (work: () => void) => void;
}

/**
 * Makes the client and everything that speaks through it. One per page: a second one would refresh twice.
 *
 * Two clients stand behind it. One, of supabase-js, signs in and refreshes; its code is four fifths of all, and comes when
 * someone signs in or a refresh is due. The other, supabase-js's own for PostgREST, reads and writes
 * rows with the token as it is stored: the first one would refresh before each request, by this device's clock, and block
 * up to 25 s where there is no network. What makes requests safe is in guardedFetch.
 */
export function createBackend(options: BackendOptions): Backend {
  const { url, key, storage, timeoutMilliseconds = 10_000, signOutMilliseconds = 3_000 } = options;
  const { whenDue = (work) => work() } = options;
  // Looked up at each call: tests and service workers may replace it.
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const clock = createClockWatch();
  const events = createAuthEvents(storage);
  const guard = { fetch, timeoutMilliseconds, noteDate: clock.note };
  const held = createHeldRefresh();
  const access = { url, key, fetch: guardAuthFetch(guard, held) };

  let isDisposed = false;
  const openAuth = once(async () => {
    const { createClient } = await loadSupabase();
    const { auth } = createClient(url, key, {
      auth: {
        flowType: 'pkce', // no tokens in addresses
        storageKey: SESSION_KEY,
        storage,
        autoRefreshToken: !isDisposed,
        // The gateway redeems codes itself: supabase-js passes over a code of another browser without a word, leaves
        // refused ones in the address, and would hold up everything else meanwhile.
        detectSessionInUrl: false,
      },
      global: { fetch: access.fetch },
    });
    // Synchronous on purpose: a handler that refreshes inside an event locks supabase-js up.
    auth.onAuthStateChange((event) => events.receive(event));
    return auth;
  });

  const renewal = createRenewal({
    openAuth,
    storage,
    held,
    endSession() {
      clearStoredSession(storage);
      events.end();
    },
    timeoutMilliseconds,
  });

  const links = createMailLinks({
    access,
    storage,
    tabStorage: options.tabStorage ?? safeStorage(null),
    events,
    wake: held.wake,
    timeoutMilliseconds,
  });

  const stopResuming = resumeOnReturn(renewal);

  const ask = guardRestFetch({ ...guard, key, renew: renewal.renew });
  const data = new PostgrestClient(`${url}/rest/v1`, {
    headers: { apikey: key },
    retry: false, // 7 s of silent retries otherwise; people get a Retry button
    fetch(input, init) {
      const headers = new Headers(init?.headers);
      const token = readSession(storage)?.accessToken;
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      return ask(input, { ...init, headers });
    },
  });

  async function loadTables(remote: string) {
    const { createTableRepository } = await import('./tableRepository.ts').catch((cause: unknown) => {
      throw backendError('network', 'The connection code could not be loaded', { cause });
    });
    return createTableRepository(data, remote);
  }

  whenDue(() => {
    if (!isDisposed) openAuth().catch(() => {}); // who needs it asks again
  });

  return {
    auth: createAuthGateway({
      openAuth,
      access,
      storage,
      events,
      clock,
      renewal,
      links,
      timeoutMilliseconds,
      signOutMilliseconds,
    }),
    tasks: createTaskRepository(data),
    profiles: createProfileRepository(data),
    account: createAccountRepository({ data, storage, renewal }),
    calendarFeed: createCalendarFeedRepository(data),
    loadTables,
    dispose() {
      isDisposed = true;
      stopResuming();
      held.stop();
      links.dispose();
      void openAuth.made()?.then((auth) => auth.dispose());
    },
  };
}

/**
 * A refresh that is held goes on when the network is back, or the person (rule session-refresh). Outside a browser nothing
 * says so.
 */
function resumeOnReturn({ resume }: Renewal): () => void {
  const listening = new AbortController();
  const handleOnline = () => void resume();
  const handleVisibility = () => {
    if (document.visibilityState === 'visible') void resume();
  };
  globalThis.window?.addEventListener('online', handleOnline, listening);
  globalThis.window?.addEventListener('visibilitychange', handleVisibility, listening);
  return () => listening.abort();
}
