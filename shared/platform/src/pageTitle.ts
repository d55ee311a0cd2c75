import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Writes the document's title: the site's name and the page's (rule site-name). For hosts. */
export function showTitle(title: string | null): void {
  if (title) document.title = `Better Space — ${title}`;
}

/**
 * Gives a page its own title, once what it shows is known: the document's becomes 'Better Space — <title>' (rule site-name). The
 * host has written the declared one by then: its effect comes before those of the page.
 *
 * Takes the title; at each new address the title that `remote.json` declares is shown while it is null or empty.
 */
export function usePageTitle(title: string | null): void {
  const { pathname } = useLocation();
  useEffect(() => showTitle(title), [title, pathname]);
}
