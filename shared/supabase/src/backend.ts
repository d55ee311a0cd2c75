import { PostgrestClient } from '@supabase/postgrest-js';
import { createAccountRepository } from './accountRepository.ts';
import { createAuthEvents } from './authEvents.ts';
import { createAuthGateway } from './authGateway.ts';
import { createCalendarFeedRepository } from './calendarFeedRepository.ts';
import { createClockWatch } from './clockWatch.ts';
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
  /** The storage of this tab alone: it keeps a password recovery until the new password is set. Defaults to memory. */
  tabStorage?: SafeStorage;
  fetch?: Fetch;
  /** The timeout of one call, after which it is a `network` error. */
  timeoutMilliseconds?: number;
  /** The timeout of a sign-out's request. */
  signOutMilliseconds?: number;
  /** Runs the callback when the session has to be refreshed. Defaults to running it at once. */
  whenDue?: (work: () => void) => void;
}

/**
 * Creates the backend: its clients, the repositories and the auth gateway. One per page: a second one would refresh twice.
 *
 * It has two clients. The one of supabase-js signs in and refreshes; it is four fifths of the code, and is loaded when a
 * visitor signs in or a refresh is due. The other, postgrest-js, reads and writes rows with the token as it is stored:
 * supabase-js would refresh before each request, by this device's clock, and block for up to 25 s without a network.
 * What makes requests safe is in guardedFetch.
 */
export function createBackend(options: BackendOptions): Backend {
  const { url, key, storage, timeoutMilliseconds = 10_000, signOutMilliseconds = 3_000 } = options;
  const { whenDue = (work) => work() } = options;
  // Looked up at each call, because tests and service workers may replace the global fetch.
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
        // The gateway redeems codes itself: supabase-js silently ignores a code of another browser, leaves refused
        // codes in the address, and would block every other call meanwhile.
        detectSessionInUrl: false,
      },
      global: { fetch: access.fetch },
    });
    // Synchronous on purpose: a handler that refreshes inside an event deadlocks supabase-js.
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

  const guardedRestFetch = guardRestFetch({ ...guard, key, renew: renewal.renew });
  const data = new PostgrestClient(`${url}/rest/v1`, {
    headers: { apikey: key },
    retry: false, // otherwise 7 s of silent retries; users get a Retry button instead
    fetch(input, init) {
      const headers = new Headers(init?.headers);
      const token = readSession(storage)?.accessToken;
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      return guardedRestFetch(input, { ...init, headers });
    },
  });

  whenDue(() => {
    if (!isDisposed) openAuth().catch(() => {}); // the next caller that needs it tries again
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
    dispose() {
      isDisposed = true;
      stopResuming();
      held.stop();
      links.dispose();
      void openAuth.current()?.then((auth) => auth.dispose());
    },
  };
}

/**
 * Resumes a held refresh when the network or the user is back (rule session-refresh). Returns a function that stops
 * listening. Outside a browser there are no such events.
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
