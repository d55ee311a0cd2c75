import { useEffect, type ReactNode } from 'react';
import { MESSAGES, PATHS } from '@space/domain';
import { Navigate, notify, session, useLocation, useSession } from '@space/platform';

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

type PageAt = (pathname: string) => GuardedPage | null;

/**
 * Returns where to redirect a visitor who may not stay on a page. The stored session decides at once, without the network;
 * while a link is being redeemed, or a new password has to be set, no visitor is redirected away from `/auth`.
 *
 * Takes the page, null for an unknown path, and the session; returns a path, or null to stay. The path never comes from
 * the URL.
 */
export function redirectFor(page: GuardedPage | null, session: GuardedSession): string | null {
  const { status, isRedeeming, recovering, wasDeleted } = session;
  if (page?.access === 'signed-in' && status === 'signed-out') {
    // After a deletion there is no account to sign in to.
    return wasDeleted ? PATHS.home : (page.signIn ?? null);
  }
  const hasMailLink = page?.path === PATHS.auth && (isRedeeming || recovering !== null);
  if (page?.access === 'signed-out' && status === 'signed-in' && !hasMailLink) return page.signedIn ?? null;
  return null;
}

interface SessionGuardProps {
  pageAt: PageAt;
  /** Replaces a page while it is unknown whether the visitor may see it. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Shows a page only to visitors who may see it, and reacts to every change of the session. */
export function SessionGuard({ pageAt, waiting, children }: SessionGuardProps) {
  const { pathname } = useLocation();
  const redirect = useSession((state) => redirectFor(pageAt(pathname), state));
  const status = useSession((state) => state.status);
  const isSettled = redirect === null;

  useEffect(() => {
    // A deletion redirects only once: after that a private page asks every visitor to sign in.
    if (isSettled) session.getState().forgetDeletion();
  }, [isSettled, pathname]);

  if (redirect) return <Navigate to={redirect} replace />;
  if (status === 'arriving' && pageAt(pathname)?.access === 'signed-in') return waiting;
  return children;
}

/**
 * Shows a notice, once each, for changes that the visitor did not cause: the session ended on a page that requires one, or
 * a signed-in user opened a mail's link.
 *
 * Takes a function that returns the page at a path; returns a function that unsubscribes.
 */
export function announceSession(pageAt: PageAt): () => void {
  return session.subscribe((state, previous) => {
    const needsSession = pageAt(location.pathname)?.access === 'signed-in';
    if (state.wasLost && !previous.wasLost && needsSession) notify.error(MESSAGES.auth.sessionLost);
    // A signed-in user never sees the sign-in page, which would show this notice.
    if (state.linkNotice && state.linkNotice !== previous.linkNotice && state.user && !state.recovering) {
      notify[state.linkNotice.kind === 'confirmed' ? 'success' : 'error'](state.linkNotice.message);
      state.clearLinkNotice();
    }
  });
}
