import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { useLocation } from '@space/platform';
import { SkipLink } from '@space/ui';
import { NotFoundPage } from '../errors/NotFoundPage.tsx';
import { SessionGuard } from '../guard/SessionGuard.tsx';
import { findPage } from '../registry/findPage.ts';
import { Corner } from './Corner.tsx';
import { OfflineLine } from './OfflineLine.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { usePageChange } from './usePageChange.ts';
import { useScrollPosition } from './useScrollPosition.ts';

interface LayoutProps {
  /** Shown instead of the page: the panel of the error region. */
  children?: ReactNode;
}

export function Layout({ children }: LayoutProps) {
  usePageChange();
  useScrollPosition();
  const { pathname } = useLocation();
  // The router also matches addresses that no server of the site would: it decodes them.
  const page = findPage(pathname) ? <Outlet /> : <NotFoundPage />;
  return (
    <>
      <SkipLink />
      <ProgressBar />
      <OfflineLine />
      {children ?? <SessionGuard>{page}</SessionGuard>}
      <Corner />
    </>
  );
}
