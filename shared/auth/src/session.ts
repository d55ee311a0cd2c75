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
import { changeOfUser, changesAnything } from './sessionState.ts';
import type { SessionOutcome, SessionState, SessionStoreOptions } from './types.ts';

export type Session = ReturnType<typeof createSession>;

/** Makes the session behind a store: its one connection to the backend and the rules of its state. */
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
      // The backend ended it: after a sign-out here the state has no user any more.
      const change = changeOfUser(getState(), null);
      if (change) setState({ ...change, wasLost: true });
    }
  }

  /** Changes the state, unless it is like that already. */
  function update(change: Partial<SessionState>): void {
    if (changesAnything(getState(), change)) setState(change);
  }

  /** Takes over who is signed in, in one step, or does nothing. */
  function adopt(user: SessionUser | null): void {
    const change = changeOfUser(getState(), user);
    if (change) setState(change);
  }

  /** Runs with the backend and turns whatever goes wrong into an outcome. */
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

  /** Loads the backend where a session needs refreshing and it is not there yet. */
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
    /** Signs a user out whose account is deleted, in one step, unless another user is signed in by now. */
    signOutDeletedUser(user: SessionUser): void {
      if (getState().user?.id !== user.id) return;
      setState({ ...changeOfUser(getState(), null), wasDeleted: true });
    },
    /** Follows storage: another tab signed in, out or as another user, or this page was asleep. */
    followStorage(): void {
      adopt(readStoredSession(storage));
      void keepFresh();
    },
    /** The same for a link or code: 'arriving' meanwhile. `change` says what else changes in the step that ends it. */
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
