import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Sets the document's title: the site's name and the page's title (rule site-name). For hosts. */
export function showTitle(title: string | null): void {
  if (title) document.title = `Better Space — ${title}`;
}

/**
 * Sets a page's own title once its data is loaded: the document's title becomes 'Better Space — <title>' (rule site-name).
 * It overrides the title from `remote.json`, which the host sets earlier: the host's effect runs before those of the page.
 *
 * Takes the title; while it is null or empty, each new address shows the title from `remote.json`.
 */
export function usePageTitle(title: string | null): void {
  const { pathname } = useLocation();
  useEffect(() => showTitle(title), [title, pathname]);
}
