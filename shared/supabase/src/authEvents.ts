import { readStoredSession, type SafeStorage, type SessionUser } from './storedSession.ts';
import type { AuthEventName, AuthListener } from './types.ts';

/** Passes the session's events on, once and only when they are true. */
export type AuthEvents = ReturnType<typeof createAuthEvents>;

/**
 * Makes the relay between supabase-js's events and ours. What an event says is checked against storage, the one truth
 * all tabs share: a failed refresh offline comes as INITIAL_SESSION without a user although the session is kept,
 * and SIGNED_IN comes with every refocus of the tab.
 */
export function createAuthEvents(storage: SafeStorage) {
  const listeners = new Set<AuthListener>();
  let known = readStoredSession(storage);

  function tell(event: AuthEventName, user: SessionUser | null): void {
    known = user;
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
        if (user === null && known !== null) tell(event, null);
      } else if (event === 'INITIAL_SESSION' || (user && !(event === 'SIGNED_IN' && isSame(user, known)))) {
        tell(event, user);
      }
    },
    /** Tells that the session was ended here. */
    end(): void {
      tell('SIGNED_OUT', null);
    },
    /** A link to a new password was redeemed in this tab: who is signed in stays who they are (rule password-reset). */
    recover(): void {
      tell('PASSWORD_RECOVERY', readStoredSession(storage));
    },
  };
}

function isSame(user: SessionUser, other: SessionUser | null): boolean {
  return user.id === other?.id && user.email === other.email;
}
