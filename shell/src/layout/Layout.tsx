import type { ReactNode } from 'react';
import { Outlet, useMatches } from 'react-router-dom';
import type { PageHandle } from '@space/federation';
import { usePageTitle } from '@space/platform';
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

/**
 * Sets the title of the current page once more, before the page's own effects: those of the page that leaves may have put
 * back an old title.
 */
function PageTitle() {
  const handle = useMatches().at(-1)?.handle as Partial<PageHandle> | undefined;
  usePageTitle(handle?.title ?? null);
  return null;
}

export function Layout({ children }: LayoutProps) {
  usePageChange();
  useScrollPosition();
  return (
    <>
      <SkipLink />
      <ProgressBar />
      <OfflineLine />
      <PageTitle />
      {children ?? (
        <SessionGuard>
          <Outlet />
        </SessionGuard>
      )}
      <Strip />
    </>
  );
}
