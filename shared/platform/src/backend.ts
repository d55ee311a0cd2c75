import {
  backendError,
  loadAuthClient,
  readSession,
  safeStorage,
  safeTabStorage,
  type AccountRepository,
  type Backend,
  type CalendarFeedRepository,
  type ProfileRepository,
} from '@space/supabase';

/** The storage for the session. It never throws, even if the browser's storage is full, blocked or corrupt. */
export const storage = safeStorage();

/** The same for the storage of this tab: it keeps a recovery until the new password is set. */
export const tabStorage = safeTabStorage();

let pending: Promise<Backend> | null = null;
const listeners = new Set<(backend: Backend) => void>();

/** Calls back with the backend as soon as it is created, before the first caller of `loadBackend` gets it. */
export function onBackend(listener: (backend: Backend) => void): void {
  listeners.add(listener);
}

/**
 * Loads the backend of this page, once. Its code (supabase-js, zod) is fetched on the first call; after a failed fetch the
 * next call tries again.
 *
 * Returns the backend; throws `BackendError` of kind `network` when its code cannot be fetched.
 */
export function loadBackend(): Promise<Backend> {
  // A signed-out visitor is about to sign in: fetch both parts in parallel.
  if (pending === null && readSession(storage) === null) loadAuthClient().catch(() => {});
  pending ??= import('@space/supabase/backend')
    .then(({ createBackend, readEnvironment }) => {
      const backend = createBackend({ ...readEnvironment(document), storage, tabStorage });
      for (const listener of listeners) listener(backend);
      return backend;
    })
    .catch((cause: unknown) => {
      pending = null;
      throw backendError('network', 'The connection code could not be loaded', { cause });
    });
  return pending;
}

/** Profiles. Loads the client on first use; throws `BackendError`. */
export const profiles: ProfileRepository = {
  get: async (userId) => (await loadBackend()).profiles.get(userId),
  getDisplayName: async (userId) => (await loadBackend()).profiles.getDisplayName(userId),
  updateDisplayName: async (userId, name) => (await loadBackend()).profiles.updateDisplayName(userId, name),
};

/**
 * The server's data about the account; deleting the account is an action of the session. Loads the client
 * on first use; throws `BackendError`.
 */
export const account: Pick<AccountRepository, 'get'> = {
  get: async () => (await loadBackend()).account.get(),
};

/** The user's calendar feed. Loads the client on first use; throws `BackendError`. */
export const calendarFeed: CalendarFeedRepository = {
  since: async () => (await loadBackend()).calendarFeed.since(),
  renew: async () => (await loadBackend()).calendarFeed.renew(),
  withdraw: async () => (await loadBackend()).calendarFeed.withdraw(),
};
