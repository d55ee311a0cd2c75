import type { ReactNode } from 'react';
import { Navigate, useLocation, useSession } from '@space/platform';
import { Waiting } from '../pages/Waiting.tsx';
import { useSite } from './siteContext.ts';
import { pageAt, redirectFor } from './standaloneSite.ts';

interface GuardProps {
  children: ReactNode;
}

/** Shows a page only to those who may see it, and follows every change of the session (D-7). */
export function Guard({ children }: GuardProps) {
  const site = useSite();
  const { pathname } = useLocation();
  const redirect = useSession((state) => redirectFor(site, pathname, state));
  const status = useSession((state) => state.status);
  if (redirect) return <Navigate to={redirect} replace />;
  if (status === 'arriving' && pageAt(site, pathname)?.access === 'signed-in') return <Waiting />;
  return children;
}
