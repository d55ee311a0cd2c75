import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from '@space/platform';
import { motion, showTitle } from '@space/platform/internal';

/** Moves the focus to the page's heading, without scrolling; does nothing on a page without a heading. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function titleOf(handle: unknown): string | null {
  return typeof handle === 'object' &&
    handle !== null &&
    'title' in handle &&
    typeof handle.title === 'string'
    ? handle.title
    : null;
}

/** In the module, not the component, because an error remounts the layout. */
let lastPath: string | null = null;

/**
 * On navigation to another page sets the document's title, which the page may override, and moves the focus
 * to the page's heading, except on the first load. A change of only the query is not a navigation to another page.
 *
 * Takes the `handle` of the current route.
 */
export function useTitleAndFocus(handle: unknown): void {
  const { pathname } = useLocation();
  const title = titleOf(handle);
  const shownPath = useRef<string | null>(null);

  // Runs before the page's own effects, which may set a better title (usePageTitle).
  useLayoutEffect(() => showTitle(title), [title, pathname]);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    const isFirst = lastPath === null;
    // The page replaces its error page, or the reverse: move the focus only if it was lost with the removed content.
    const keepsFocus = lastPath === pathname && document.activeElement !== document.body;
    lastPath = pathname;
    if (!isFirst && !keepsFocus) focusHeading();
  }, [pathname]);
}

/** Keeps `html[data-motion='paused']` in sync with the visitor's choice: by it the tokens pause all animations in CSS. */
export function markMotion(): void {
  const mark = () => {
    if (motion.getState().isPaused) document.documentElement.dataset['motion'] = 'paused';
    else delete document.documentElement.dataset['motion'];
  };
  mark();
  motion.subscribe(mark);
}
