import {
  backendError,
  loadSupabase,
  readEnvironment,
  readSession,
  safeStorage,
  safeTabStorage,
  type AccountRepository,
  type Backend,
  type CalendarFeedRepository,
  type ProfileRepository,
} from '@space/supabase';

/** Storage for the session that never throws: full, blocked and corrupt storage are survived. */
export const storage = safeStorage();

/** This tab's own, as safe: a recovery waits in it for its new password (rule password-reset). */
export const tabStorage = safeTabStorage();

/** Seconds before its end in which a session is refreshed, and a minute for the code that does it. */
const MARGIN = 150;
/** Milliseconds: what a timer can wait at most. */
const LONGEST_WAIT = 2 ** 31 - 1;

function whenDue(work: () => void): void {
  const end = readSession(storage)?.expiresAt ?? 0;
  setTimeout(work, Math.min(Math.max(0, (end - MARGIN) * 1_000 - Date.now()), LONGEST_WAIT));
}

let pending: Promise<Backend> | null = null;
const listeners = new Set<(backend: Backend) => void>();

/** Calls back with a backend as soon as it is made, before the first caller has it. */
export function onBackend(listener: (backend: Backend) => void): void {
  listeners.add(listener);
}

/**
 * The one backend of this page. Its code (supabase-js, zod) is fetched when the first caller needs it; a failed fetch
 * is forgotten, so that the next call asks the network again.
 *
 * Returns the backend; throws `BackendError` of kind `network` when its code cannot be fetched.
 */
export function loadBackend(): Promise<Backend> {
  // Who is signed out is about to sign in: both parts are fetched at once.
  if (pending === null && readSession(storage) === null) loadSupabase().catch(() => {});
  pending ??= import('@space/supabase/backend')
    .then(({ createBackend }) => {
      const backend = createBackend({ ...readEnvironment(document), storage, tabStorage, whenDue });
      for (const listener of listeners) listener(backend);
      return backend;
    })
    .catch((cause: unknown) => {
      pending = null;
      throw backendError('network', 'The connection code could not be loaded', { cause });
    });
  return pending;
}

/** Profiles (rule profile-query). Loads the client on first use; throws `BackendError`. */
export const profiles: ProfileRepository = {
  get: async (userId) => (await loadBackend()).profiles.get(userId),
  getDisplayName: async (userId) => (await loadBackend()).profiles.getDisplayName(userId),
  updateDisplayName: async (userId, name) => (await loadBackend()).profiles.updateDisplayName(userId, name),
};

/**
 * What the server keeps about the account itself (rule own-data); deleting it is an action of the session. Loads the client
 * on first use; throws `BackendError`.
 */
export const account: Pick<AccountRepository, 'get'> = {
  get: async () => (await loadBackend()).account.get(),
};

/** The user's address for other calendars (rule calendar-feed). Loads the client on first use; throws `BackendError`. */
export const calendarFeed: CalendarFeedRepository = {
  since: async () => (await loadBackend()).calendarFeed.since(),
  renew: async () => (await loadBackend()).calendarFeed.renew(),
  withdraw: async () => (await loadBackend()).calendarFeed.withdraw(),
};
