import { useEffect, type ReactNode } from 'react';
import { Navigate, session, useLocation, useSession } from '@space/platform';
import type { GuardedPage, GuardedSession } from './redirectFor.ts';

interface SessionGuardProps {
  pageAt: (pathname: string) => GuardedPage | null;
  redirectFor: (pathname: string, session: GuardedSession) => string | null;
  /** Replaces a page while it is unknown whether the visitor may see it. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Shows a page only to visitors who may see it, and reacts to every change of the session (rule session-guard). */
export function SessionGuard({ pageAt, redirectFor, waiting, children }: SessionGuardProps) {
  const { pathname } = useLocation();
  const redirect = useSession((state) => redirectFor(pathname, state));
  const status = useSession((state) => state.status);
  const isSettled = redirect === null;

  useEffect(() => {
    // A deletion redirects only once: after that a private page asks every visitor to sign in (rule session-guard).
    if (isSettled) session.getState().forgetDeletion();
  }, [isSettled, pathname]);

  if (redirect) return <Navigate to={redirect} replace />;
  if (status === 'arriving' && pageAt(pathname)?.access === 'signed-in') return waiting;
  return children;
}
