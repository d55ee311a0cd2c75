import { useLayoutEffect, type ReactNode } from 'react';
import { Outlet, useMatches } from 'react-router-dom';
import type { PageHandle } from '@space/federation';
import { useLocation, usePageTitle } from '@space/platform';
import { SkipLink } from '@space/ui';
import { useTitleAndFocus } from '@space/ui/host';
import { SessionGuard } from '../guard/SessionGuard.tsx';
import { findPage } from '../registry/registry.ts';
import { showSky } from '../sky/Sky.tsx';
import { OfflineLine } from './OfflineLine.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { Strip } from './Strip.tsx';
import { useScrollPosition } from './useScrollPosition.ts';

interface LayoutProps {
  /** Shown instead of the page: the panel of the error region. */
  children?: ReactNode;
}

/** Updates the sky, the document's title and the focus when the page changes. */
function usePageChange(): void {
  const { pathname } = useLocation();
  useLayoutEffect(() => showSky(pathname), [pathname]);
  const handle = useMatches().at(-1)?.handle;
  useTitleAndFocus(findPage(pathname) ? handle : undefined);
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
