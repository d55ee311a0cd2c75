import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { SkipLink } from '@space/ui';
import { SessionGuard } from '../guard/SessionGuard.tsx';
import { OfflineLine } from './OfflineLine.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { Strip } from './Strip.tsx';
import { usePageChange } from './usePageChange.ts';
import { useScrollPosition } from './useScrollPosition.ts';

interface LayoutProps {
  /** Shown instead of the page: the panel of the error region. */
  children?: ReactNode;
}

export function Layout({ children }: LayoutProps) {
  usePageChange();
  useScrollPosition();
  return (
    <>
      <SkipLink />
      <ProgressBar />
      <OfflineLine />
      {children ?? (
        <SessionGuard>
          <Outlet />
        </SessionGuard>
      )}
      <Strip />
    </>
  );
}
