import { useEffect, useRef } from 'react';
import { useLocation } from '@space/platform';
import { motion } from '@space/platform/internal';

/** Moves the focus to the page's heading, without scrolling; does nothing on a page without a heading. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** In the module, not the component, because an error remounts the layout. */
let lastPath: string | null = null;

/**
 * On navigation to another page moves the focus to its heading, except on the first load. A change of only the query is not
 * a navigation to another page.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const shownPath = useRef<string | null>(null);

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
