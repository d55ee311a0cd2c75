import { useEffect, useLayoutEffect, useRef } from 'react';
import { useMatches } from 'react-router-dom';
import { useLocation } from '@space/platform';

function titleOf(handle: unknown): string | null {
  return typeof handle === 'object' &&
    handle !== null &&
    'title' in handle &&
    typeof handle.title === 'string'
    ? handle.title
    : null;
}

/**
 * Lays the ground that a page stands on: dark under a page that is dark whatever the system says. In the shell that is
 * the sky's matter.
 */
function followColorScheme(): void {
  const { dataset } = document.documentElement;
  delete dataset['scheme'];
  const main = document.getElementById('main');
  if (main && getComputedStyle(main).colorScheme === 'dark') dataset['scheme'] = 'dark';
}

let lastPath: string | null = null;

/**
 * Tells a change of page to everybody, as the shell does: the document's title (D-1), the ground below it, and the focus
 * on the page's heading, except on the first load. The last path outlives the component, which is mounted anew around an error.
 */
export function usePageChange(): void {
  const { pathname } = useLocation();
  const title = titleOf(useMatches().at(-1)?.handle);
  const shown = useRef<string | null>(null);

  useLayoutEffect(followColorScheme, [pathname]);

  useEffect(() => {
    if (title !== null) document.title = `Better Space — ${title}`;
  }, [title, pathname]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const previous = lastPath;
    lastPath = pathname;
    if (previous === null || previous === pathname) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}
