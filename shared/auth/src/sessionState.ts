import type { SessionUser } from '@space/supabase';
import type { SessionState } from './types.ts';

/**
 * The state of a page that has just been opened: what storage says of who is signed in and whose password is to be set
 * in this tab, before anything is awaited (rule stored-session).
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
 * What changes when it turns out who is signed in. Null when nothing does: then nothing must be set, so that no
 * selector fires when a tab is merely looked at again.
 */
export function changeOfUser(state: SessionState, user: SessionUser | null): Partial<SessionState> | null {
  if (user === null) {
    // 'arriving' stays: no user was signed in, and the link is still being redeemed.
    return state.user ? { status: 'signed-out', user: null } : null;
  }
  if (state.user?.id === user.id && state.user.email === user.email) return null;
  return { status: 'signed-in', user, wasLost: false, wasDeleted: false, linkNotice: null };
}

/** Tells whether a change would change anything: setting the same again would still wake every subscriber. */
export function changesAnything(state: SessionState, change: Partial<SessionState>): boolean {
  const before: Record<string, unknown> = { ...state };
  return Object.entries(change).some(([name, value]) => before[name] !== value);
}
