import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Navigate, session, useLocation, useSession } from '@space/platform';
import { findPage } from '../registry/findPage.ts';
import { PageSkeleton } from '../parts/PageSkeleton.tsx';
import { redirectFor } from './redirectFor.ts';

interface SessionGuardProps {
  children: ReactNode;
}

/** Shows a page only to those who may see it, and follows every change of the session. */
export function SessionGuard({ children }: SessionGuardProps) {
  const { pathname } = useLocation();
  const page = findPage(pathname);
  const redirect = useSession((state) => redirectFor(page, state));
  const status = useSession((state) => state.status);
  const isSettled = redirect === null;

  useEffect(() => {
    // Where a deletion leads is decided once: the next private page asks to sign in, as for everybody (D-7).
    if (isSettled) session.getState().forgetDeletion();
  }, [isSettled, pathname]);

  if (redirect) return <Navigate to={redirect} replace />;
  if (status === 'arriving' && page?.access === 'signed-in') return <PageSkeleton />;
  return children;
}
