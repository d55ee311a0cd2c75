import { useLayoutEffect, useState, type ReactNode } from 'react';
import { Outlet, useMatches, useNavigation } from 'react-router-dom';
import { MESSAGES, PATHS } from '@space/domain';
import type { PageHandle } from '@space/federation';
import { Link, useIsOnline, useLocation, useMotion, usePageTitle } from '@space/platform';
import { Icon, SkipLink } from '@space/ui';
import { SessionGuard, useHeadingFocus } from '@space/ui/host';
import { Banner, PageSkeleton } from '../parts/parts.tsx';
import { findPage } from '../registry/registry.ts';
import { showSky } from '../sky/Sky.tsx';
import styles from './Layout.module.css';
import { useScrollPosition } from './useScrollPosition.ts';

/** A thin bar while the next page is loading; the old page stays. It appears with a delay: what is fast shows none. */
function ProgressBar() {
  if (useNavigation().state === 'idle') return null;
  // In a landmark, as all content of a page should be.
  return (
    <aside aria-label="Page load">
      <div className={styles.bar} role="progressbar" aria-label="Loading page" />
    </aside>
  );
}

/** Says that the network is gone, until dismissed or lost again; on the dashboard, the line of its week says so. */
function OfflineLine() {
  const isOnline = useIsOnline();
  const isSaidByPage = useLocation().pathname === PATHS.dashboard;
  const [isDismissed, setIsDismissed] = useState(false);
  if (isOnline && isDismissed) setIsDismissed(false);
  return (
    <div role="status" data-print="off">
      {!isOnline && !isDismissed && !isSaidByPage && (
        <Banner action="Dismiss" onAction={() => setIsDismissed(true)}>
          <p>{MESSAGES.offline.now}</p>
        </Banner>
      )}
    </div>
  );
}

/**
 * The strip at the bottom edge of every page that has a sky, with a button that pauses all decorative motion (WCAG 2.2.2).
 * Notices are shown in it too, so that they cover nothing.
 */
function Strip() {
  const { isPaused, setPaused } = useMotion();
  return (
    <aside className={styles.strip} data-strip data-print="off" aria-label="Animation and retro mode">
      <button
        type="button"
        className={styles.pause}
        aria-label="Pause animation"
        title="Pause animation"
        aria-pressed={isPaused}
        onClick={() => setPaused(!isPaused)}
      >
        <Icon name={isPaused ? 'play' : 'pause'} isFilled={isPaused} />
      </button>
      <Link className={styles.retro} to={PATHS.retro} title="Enter retro pixel mode">
        Enter retro mode
      </Link>
    </aside>
  );
}

/** Sets the title of the current page, before the page's own effects, which may set a better one. */
function PageTitle() {
  const handle = useMatches().at(-1)?.handle as Partial<PageHandle> | undefined;
  usePageTitle(handle?.title ?? null);
  return null;
}

/** The frame around every page. Takes what is shown instead of the page: the panel of the error region. */
export function Layout({ children }: { children?: ReactNode }) {
  const { pathname } = useLocation();
  useLayoutEffect(() => showSky(pathname), [pathname]);
  useHeadingFocus();
  useScrollPosition();
  return (
    <>
      <SkipLink />
      <ProgressBar />
      <OfflineLine />
      <PageTitle />
      {children ?? (
        <SessionGuard pageAt={findPage} waiting={<PageSkeleton />}>
          <Outlet />
        </SessionGuard>
      )}
      <Strip />
    </>
  );
}
