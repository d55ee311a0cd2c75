import type { SessionUser } from '@space/supabase';
import type { SessionState } from './types.ts';

/** The state of a page that has just been opened: what storage says, before anything is awaited (D-8). */
export function initialState(user: SessionUser | null): SessionState {
  return {
    status: user ? 'signed-in' : 'signed-out',
    user,
    isRecovering: false,
    wasLost: false,
    wasDeleted: false,
    linkNotice: null,
    clockIsWrong: false,
  };
}

/**
 * What changes when it turns out who is signed in. Null when nothing does: then nothing must be set, so that no
 * selector fires when a tab is merely looked at again (A0.4).
 * @param startsRecovery whether this user came by a link to choose a new password
 */
export function changeOfUser(
  state: SessionState,
  user: SessionUser | null,
  startsRecovery: boolean,
): Partial<SessionState> | null {
  if (user === null) {
    // 'arriving' stays: nobody was signed in, and the link is still being redeemed.
    return state.user ? { status: 'signed-out', user: null, isRecovering: false } : null;
  }
  const isSamePerson = state.user?.id === user.id;
  const isSameUser = isSamePerson && state.user?.email === user.email;
  const isRecovering = startsRecovery || (isSamePerson && state.isRecovering);
  if (isSameUser && isRecovering === state.isRecovering) return null;
  return {
    status: 'signed-in',
    user: isSameUser ? state.user : user,
    isRecovering,
    wasLost: false,
    wasDeleted: false,
    linkNotice: null,
  };
}

/** Tells whether a change would change anything: setting the same again would still wake every subscriber. */
export function changesAnything(state: SessionState, change: Partial<SessionState>): boolean {
  const before: Record<string, unknown> = { ...state };
  return Object.entries(change).some(([name, value]) => before[name] !== value);
}
