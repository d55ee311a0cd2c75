import type { SessionUser } from '@space/supabase';
import type { SessionState } from './types.ts';

/**
 * Returns the state of a new page: the signed-in user, and the user who has to set a new password in this tab, both read
 * from storage synchronously (rule stored-session).
 */
export function initialState(user: SessionUser | null, recovering: SessionUser | null): SessionState {
  return {
    status: user ? 'signed-in' : 'signed-out',
    user,
    isRedeeming: false,
    recovering,
    wasLost: false,
    wasDeleted: false,
    linkNotice: null,
    clockIsWrong: false,
  };
}

/**
 * Returns the change of state for the given signed-in user; null if there is none. Then the caller must not set the state,
 * so that no selector fires when a tab merely regains focus.
 */
export function userChange(state: SessionState, user: SessionUser | null): Partial<SessionState> | null {
  if (user === null) {
    // 'arriving' stays: no user was signed in, and the link is still being redeemed.
    return state.user ? { status: 'signed-out', user: null } : null;
  }
  if (state.user?.id === user.id && state.user.email === user.email) return null;
  return { status: 'signed-in', user, wasLost: false, wasDeleted: false, linkNotice: null };
}

/** Returns whether a change has an effect: setting equal values would still notify every subscriber. */
export function changesAnything(state: SessionState, change: Partial<SessionState>): boolean {
  const before: Record<string, unknown> = { ...state };
  return Object.entries(change).some(([name, value]) => before[name] !== value);
}
