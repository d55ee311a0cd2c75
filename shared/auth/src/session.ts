import {
  backendError,
  isBackendError,
  readStoredSession,
  type AuthEventName,
  type Backend,
  type BackendError,
  type SessionUser,
} from '@space/supabase';
import type { StoreApi } from 'zustand/vanilla';
import { createConnection } from './connection.ts';
import { userChange, changesAnything } from './sessionState.ts';
import type { SessionOutcome, SessionState, SessionStoreOptions } from './types.ts';

export type Session = ReturnType<typeof createSession>;

/** Creates the session behind a store: its single connection to the backend and all changes of its state. */
export function createSession(
  { getState, setState }: Pick<StoreApi<SessionState>, 'getState' | 'setState'>,
  { loadBackend, storage }: Pick<SessionStoreOptions, 'loadBackend' | 'storage'>,
) {
  let redeeming = 0;

  const connection = createConnection(loadBackend, ({ auth }) => {
    const stopEvents = auth.onChange(handleEvent);
    const stopClock = auth.onClock((clockIsWrong) => update({ clockIsWrong }));
    return () => {
      stopEvents();
      stopClock();
    };
  });

  function handleEvent(event: AuthEventName, user: SessionUser | null): void {
    if (user) adopt(user);
    else if (event === 'SIGNED_OUT') {
      // The backend has ended the session: after a sign-out here the state would have no user any more.
      const change = userChange(getState(), null);
      if (change) setState({ ...change, wasLost: true });
    }
  }

  /** Changes the state, unless the change has no effect. */
  function update(change: Partial<SessionState>): void {
    if (changesAnything(getState(), change)) setState(change);
  }

  /** Sets the signed-in user in one step; does nothing if the user is the same. */
  function adopt(user: SessionUser | null): void {
    const change = userChange(getState(), user);
    if (change) setState(change);
  }

  /** Runs a function with the backend and converts every error into an outcome. */
  async function attempt<Result extends object>(
    work: (backend: Backend) => Promise<Result>,
  ): Promise<SessionOutcome<Result>> {
    try {
      return { ok: true, ...(await work(await connection.open())) };
    } catch (error) {
      return { ok: false, error: isBackendError(error) ? error : unexpected(error) };
    }
  }

  const perform = (work: (backend: Backend) => Promise<void>): Promise<SessionOutcome> =>
    attempt(async (backend) => {
      await work(backend);
      return {};
    });

  /** Loads the backend, which keeps the session fresh, if a user is signed in and it is not loaded yet. */
  async function keepFresh(): Promise<SessionOutcome> {
    return getState().user && !connection.isOpen() ? perform(async () => {}) : { ok: true };
  }

  return {
    update,
    adopt,
    attempt,
    perform,
    useBackend: connection.use,
    keepFresh,
    /** Signs out a user whose account was deleted, in one step, unless another user has signed in meanwhile. */
    signOutDeletedUser(user: SessionUser): void {
      if (getState().user?.id !== user.id) return;
      setState({ ...userChange(getState(), null), wasDeleted: true });
    },
    /** Updates the state from storage: another tab has signed in or out, or this page was suspended. */
    followStorage(): void {
      adopt(readStoredSession(storage));
      void keepFresh();
    },
    /** `attempt` for a link or code, with status 'arriving' meanwhile. `change` returns what else changes at the end. */
    async redeem<Result extends object>(
      work: (backend: Backend) => Promise<Result>,
      change: (outcome: SessionOutcome<Result>) => Partial<SessionState>,
    ): Promise<SessionOutcome> {
      redeeming += 1;
      update({ isRedeeming: true, ...(getState().user ? {} : { status: 'arriving' as const }) }); // const: the literal
      const outcome = await attempt(work);
      redeeming -= 1;
      const isSignedOut = redeeming === 0 && !getState().user;
      update({
        isRedeeming: redeeming > 0,
        ...(isSignedOut ? { status: 'signed-out' as const } : {}), // const: the literal, not any text
        ...change(outcome),
      });
      return outcome.ok ? { ok: true } : outcome;
    },
    close: connection.close,
  };
}

function unexpected(error: unknown): BackendError {
  return backendError('rejected', error instanceof Error ? error.message : String(error), { cause: error });
}
