import { PostgrestClient } from '@supabase/postgrest-js';
import { createAuthGateway } from './authGateway.ts';
import { backendError } from './errors.ts';
import { createRepositories } from './repositories.ts';
import { guardFetch, type Fetch } from './requests.ts';
import { readSession, safeStorage, type SafeStorage } from './storedSession.ts';
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
  /** The time limit of one call, after which it is a `network` error. */
  timeoutMilliseconds?: number;
}

/** auth-js refreshes a session that has this many seconds left, or fewer; its code is loaded a minute before that. */
const MARGIN_SECONDS = 90;
/** The longest possible delay of a timer, in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * Creates the backend: its clients, the repositories and the auth gateway. One per page: a second one would refresh twice.
 *
 * It has two clients. That of auth-js signs in and keeps the session fresh; it is most of the code, and is loaded when a
 * visitor signs in or a refresh is due. The other, postgrest-js, reads and writes rows with the token as it is stored.
 */
export function createBackend(options: BackendOptions): Backend {
  const { url, key, storage, tabStorage = safeStorage(null) } = options;
  const { timeoutMilliseconds = 10_000 } = options;
  // Looked up at each call, because tests and service workers may replace the global fetch.
  const send: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const access = { url, key, fetch: guardFetch(send, timeoutMilliseconds), timeoutMilliseconds };
  const auth = createAuthGateway(access, storage, tabStorage);
  const { session } = auth;
  const data = new PostgrestClient(`${url}/rest/v1`, {
    retry: false, // otherwise 7 s of silent retries; users get a Retry button instead
    fetch: session.fetch,
  });

  const secondsLeft = () => (readSession(storage)?.expiresAt ?? 0) - Date.now() / 1_000;

  const timer = setTimeout(
    () => void auth.openAuth().catch(() => {}), // the next caller that needs it tries again
    Math.min(Math.max(0, (secondsLeft() - MARGIN_SECONDS - 60) * 1_000), MAX_DELAY),
  );

  /** The network or the user is back: a due refresh is not left to the next attempt of auth-js, which may be far away. */
  const renewIfDue = () => {
    const stored = readSession(storage);
    const isDue = secondsLeft() < MARGIN_SECONDS && document.visibilityState === 'visible';
    if (stored && isDue) void session.renew(stored).catch(() => {}); // the next request tells
  };
  const listening = new AbortController();
  // Outside a browser there are no such events.
  globalThis.window?.addEventListener('online', renewIfDue, listening);
  globalThis.window?.addEventListener('visibilitychange', renewIfDue, listening);

  return {
    auth: auth.gateway,
    tasks: createTaskRepository(data),
    ...createRepositories(data, storage, auth.readUser),
    dispose() {
      clearTimeout(timer);
      listening.abort();
      auth.dispose();
    },
  };
}

/**
 * Reads `<meta name="supabase-url">` and `<meta name="supabase-key">`, so that one build runs against any backend.
 * A url of `/` (or any relative one) means the page's own origin: the embedded backend serves site and API together.
 * @returns an absolute address without a trailing slash, and the publishable key
 * @throws BackendError `rejected`, code `environment_missing`, when the page does not name a backend
 */
export function readEnvironment(document: {
  baseURI: string;
  querySelector(selector: string): { getAttribute(name: string): string | null } | null;
}): Pick<BackendOptions, 'url' | 'key'> {
  const [address = '', key = ''] = ['url', 'key'].map((name) =>
    document.querySelector(`meta[name="supabase-${name}"]`)?.getAttribute('content')?.trim(),
  );
  if (!address || !key || !URL.canParse(address, document.baseURI))
    throw backendError('rejected', 'This page does not name its backend', { code: 'environment_missing' });
  return { url: new URL(address, document.baseURI).href.replace(/\/+$/, ''), key };
}
