import {
  backendError,
  isBackendError,
  readStoredSession,
  type Backend,
  type BackendError,
  type RedeemedLink,
  type SessionUser,
} from '@space/supabase';
import type { StoreApi } from 'zustand/vanilla';
import { confirmedNotice } from './arrival.ts';
import type { SessionOutcome, SessionState, SessionStoreOptions } from './types.ts';

/** Creates the session behind a store: its connection to the backend and the changes of its state. */
export function createSession(
  { getState: get, setState: set }: Pick<StoreApi<SessionState>, 'getState' | 'setState'>,
  { loadBackend, storage }: Pick<SessionStoreOptions, 'loadBackend' | 'storage'>,
) {
  let opening: Promise<Backend> | null = null;
  let attached: Backend | null = null;
  let redeeming = 0;

  /** Changes the state, unless the change has no effect: setting equal values would still notify every subscriber. */
  function update(change: Partial<SessionState>): void {
    const before: Record<string, unknown> = { ...get() };
    if (Object.entries(change).some(([name, value]) => before[name] !== value)) set(change);
  }

  /** Sets the signed-in user in one step; does nothing if the user is the same. */
  function adopt(user: SessionUser | null, reason: Partial<SessionState> = {}): void {
    const current = get().user;
    if (current?.id === user?.id && current?.email === user?.email) return;
    if (user) set({ status: 'signed-in', user, wasLost: false, wasDeleted: false, linkNotice: null });
    else set({ status: 'signed-out', user, ...reason });
  }

  /** Follows the events of a backend, once. */
  function attach(backend: Backend): Backend {
    // After a sign-out here the state has no user any more: the backend has ended this session.
    if (attached !== backend) backend.auth.onChange((user) => adopt(user, { wasLost: true }));
    attached = backend;
    return backend;
  }

  /** Loads the backend once; after a failure the next call tries again. */
  const open = (): Promise<Backend> =>
    (opening ??= loadBackend()
      .then(attach)
      .catch((error: unknown) => {
        opening = null;
        throw error;
      }));

  /** Runs a function with the backend and converts every error into an outcome. */
  async function attempt<Result extends object>(
    work: (backend: Backend) => Promise<Result>,
  ): Promise<SessionOutcome<Result>> {
    try {
      return { ok: true, ...(await work(await open())) };
    } catch (error) {
      if (isBackendError(error)) return { ok: false, error };
      return { ok: false, error: backendError('network', 'The client has failed', { cause: error }) };
    }
  }

  const perform = (work: (backend: Backend) => Promise<void>): Promise<SessionOutcome> =>
    attempt(async (backend) => {
      await work(backend);
      return {};
    });

  /** Loads the backend, which keeps the session fresh, if a user is signed in and it is not loaded yet. */
  const keepFresh = async (): Promise<SessionOutcome> =>
    get().user && attached === null ? perform(async () => {}) : { ok: true };

  /** Updates the state from storage: another tab has signed in or out, or this page was suspended. */
  function followStorage(): void {
    adopt(readStoredSession(storage));
    void keepFresh();
  }

  /** Redeems a link or code, with status 'arriving' meanwhile. */
  async function redeem(
    work: (backend: Backend) => Promise<RedeemedLink>,
    onFailure: (error: BackendError) => Partial<SessionState>,
  ): Promise<SessionOutcome> {
    redeeming += 1;
    update({ isRedeeming: true, ...(get().user ? {} : { status: 'arriving' }) });
    const outcome = await attempt(work);
    redeeming -= 1;
    update({
      isRedeeming: redeeming > 0,
      ...(redeeming === 0 && !get().user ? { status: 'signed-out' } : {}),
      ...(outcome.ok ? changeFor(outcome, get().user) : onFailure(outcome.error)),
    });
    return outcome.ok ? { ok: true } : outcome;
  }

  return { update, adopt, attach, attempt, perform, keepFresh, followStorage, redeem };
}

/** The change of state after a link or code was redeemed; `current` is the user who is signed in here. */
function changeFor({ user, outcome }: RedeemedLink, current: SessionUser | null): Partial<SessionState> {
  if (outcome === 'recovering') return { recovering: user, linkNotice: null };
  if (outcome === 'confirmed') return { linkNotice: confirmedNotice(user.email, current !== null) };
  return {}; // the backend's event has changed the state
}
