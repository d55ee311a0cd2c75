import { PATHS } from '@space/domain';
import type { session } from '@space/platform';

/** The fields of a page that the guard reads. */
export interface GuardedPage {
  path: string;
  access: 'public' | 'signed-in' | 'signed-out';
  /** On a 'signed-in' page: where a visitor without a session is sent. */
  signIn?: string | undefined;
  /** On a 'signed-out' page: where a visitor with a session is sent. */
  signedIn?: string | undefined;
}

/** The fields of the session that the guard reads. */
export type GuardedSession = Pick<
  ReturnType<typeof session.getState>,
  'status' | 'isRedeeming' | 'recovering' | 'wasDeleted'
>;

/**
 * Returns where to redirect a visitor who may not stay on a page (rule session-guard). The stored session decides at once,
 * without the network (rule stored-session); while a link is being redeemed, or a new password has to be set, no visitor
 * is redirected away from `/auth`.
 *
 * Takes the page, null for an unknown path, and the session; returns a path, or null to stay. The path never comes from
 * the URL.
 */
export function redirectFor(page: GuardedPage | null, session: GuardedSession): string | null {
  const { status, isRedeeming, recovering, wasDeleted } = session;
  if (page?.access === 'signed-in' && status === 'signed-out') {
    // After a deletion there is no account to sign in to (rule own-data).
    return wasDeleted ? PATHS.home : (page.signIn ?? null);
  }
  const hasMailLink = page?.path === PATHS.auth && (isRedeeming || recovering !== null);
  if (page?.access === 'signed-out' && status === 'signed-in' && !hasMailLink) return page.signedIn ?? null;
  return null;
}
