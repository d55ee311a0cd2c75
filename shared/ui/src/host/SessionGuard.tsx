import { useEffect, type ReactNode } from 'react';
import { Navigate, session, useLocation, useSession } from '@space/platform';
import type { GuardedPage, GuardedSession } from './redirectFor.ts';

interface SessionGuardProps {
  pageAt: (pathname: string) => GuardedPage | null;
  redirectFor: (pathname: string, session: GuardedSession) => string | null;
  /** Replaces a page while it is open whether its visitor may see it. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Shows a page only to those who may see it, and follows every change of the session (rule session-guard). */
export function SessionGuard({ pageAt, redirectFor, waiting, children }: SessionGuardProps) {
  const { pathname } = useLocation();
  const redirect = useSession((state) => redirectFor(pathname, state));
  const status = useSession((state) => state.status);
  const isSettled = redirect === null;

  useEffect(() => {
    // Where a deletion leads is decided once: the next private page asks every visitor to sign in (rule session-guard).
    if (isSettled) session.getState().forgetDeletion();
  }, [isSettled, pathname]);

  if (redirect) return <Navigate to={redirect} replace />;
  if (status === 'arriving' && pageAt(pathname)?.access === 'signed-in') return waiting;
  return children;
}
