import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from '@space/platform';
import { showTitle } from '@space/platform/internal';
import { focusHeading } from '../heading/focusHeading.ts';

function titleOf(handle: unknown): string | null {
  return typeof handle === 'object' &&
    handle !== null &&
    'title' in handle &&
    typeof handle.title === 'string'
    ? handle.title
    : null;
}

/** Outlives the component, because the layout is mounted anew around an error. */
let lastPath: string | null = null;

/**
 * Follows a change of page: the document's title (rule site-name), which the page may set itself, and the focus on the page's
 * heading, except on the first load. A change of the query alone is not a change of page.
 *
 * Takes the `handle` of the route that is shown.
 */
export function useTitleAndFocus(handle: unknown): void {
  const { pathname } = useLocation();
  const title = titleOf(handle);
  const shown = useRef<string | null>(null);

  // Before the page's own effects, which may know a better one (usePageTitle).
  useLayoutEffect(() => showTitle(title), [title, pathname]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const isFirst = lastPath === null;
    // The same page in the place of its error, or the other way round: only a focus that went with it is moved.
    const isKept = lastPath === pathname && document.activeElement !== document.body;
    lastPath = pathname;
    if (!isFirst && !isKept) focusHeading();
  }, [pathname]);
}
