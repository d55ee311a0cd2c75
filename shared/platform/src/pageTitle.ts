import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

/** What the page that is shown calls itself, in the place of its declared title. For hosts, which write the document's title. */
export const pageTitle = createStore<{ own: string | null }>(() => ({ own: null }));

/**
 * Gives a page its own title, once what it shows is known: the document's becomes 'Better Space — <title>' (rule site-name).
 *
 * Takes the title; while it is null or empty, the title that `remote.json` declares is shown.
 */
export function usePageTitle(title: string | null): void {
  const own = title?.trim() || null;
  useEffect(() => {
    pageTitle.setState({ own });
    return () => pageTitle.setState({ own: null });
  }, [own]);
}
