import { useEffect, useLayoutEffect, useRef } from 'react';
import { useMatches } from 'react-router-dom';
import { useLocation } from '@space/platform';
import { showSky } from '../sky/sky.ts';

function titleOf(handle: unknown): string | null {
  return typeof handle === 'object' &&
    handle !== null &&
    'title' in handle &&
    typeof handle.title === 'string'
    ? handle.title
    : null;
}

let lastPath: string | null = null;

/**
 * Tells a change of page to everybody: the document's title (D-1), and the focus on the page's heading, except on the
 * first load. A change of the query alone is not a change of page. The last path outlives the component, because the
 * layout is mounted anew around an error.
 */
export function usePageChange(): void {
  const { pathname } = useLocation();
  const title = titleOf(useMatches().at(-1)?.handle);
  const shown = useRef<string | null>(null);

  useLayoutEffect(() => {
    showSky(pathname);
  }, [pathname]);

  useEffect(() => {
    if (title !== null) document.title = `Better Space — ${title}`;
  }, [title, pathname]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const isFirst = lastPath === null;
    // The same page in the place of its error, or the other way round: only a focus that went with it is moved.
    const isKept = lastPath === pathname && document.activeElement !== document.body;
    lastPath = pathname;
    if (isFirst || isKept) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}
