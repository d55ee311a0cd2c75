import { readStoredSession, type SafeStorage, type SessionUser } from './storedSession.ts';
import type { AuthEventName, AuthListener } from './types.ts';

/** The relay of session events: it emits each real change once. */
export type AuthEvents = ReturnType<typeof createAuthEvents>;

/**
 * Creates the relay from supabase-js's events to ours. Each event is checked against storage, the source of truth that all
 * tabs share: supabase-js reports a failed refresh offline as INITIAL_SESSION without a user although the session is still
 * stored, and SIGNED_IN each time the tab regains focus.
 */
export function createAuthEvents(storage: SafeStorage) {
  const listeners = new Set<AuthListener>();
  let last = readStoredSession(storage);

  function emit(event: AuthEventName, user: SessionUser | null): void {
    last = user;
    for (const listener of [...listeners]) {
      try {
        listener(event, user);
      } catch (error) {
        console.error(`A listener of ${event} failed`, error);
      }
    }
  }

  return {
    subscribe(listener: AuthListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    receive(event: AuthEventName): void {
      const user = readStoredSession(storage);
      if (event === 'SIGNED_OUT') {
        if (user === null && last !== null) emit(event, null);
      } else if (event === 'INITIAL_SESSION' || (user && !(event === 'SIGNED_IN' && isSame(user, last)))) {
        emit(event, user);
      }
    },
    /** Emits SIGNED_OUT: this tab has ended the session. */
    end(): void {
      emit('SIGNED_OUT', null);
    },
    /** Emits PASSWORD_RECOVERY: this tab has redeemed a reset link. The signed-in user stays (rule password-reset). */
    recover(): void {
      emit('PASSWORD_RECOVERY', readStoredSession(storage));
    },
  };
}

function isSame(user: SessionUser, other: SessionUser | null): boolean {
  return user.id === other?.id && user.email === other.email;
}
