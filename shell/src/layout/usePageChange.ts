import { useLayoutEffect } from 'react';
import { useMatches } from 'react-router-dom';
import { useLocation } from '@space/platform';
import { useTitleAndFocus } from '@space/ui/host';
import { showSky } from '../sky/sky.ts';

/** Follows a change of page: the sky behind it, the document's title, the focus. */
export function usePageChange(): void {
  const { pathname } = useLocation();
  useLayoutEffect(() => showSky(pathname), [pathname]);
  useTitleAndFocus(useMatches().at(-1)?.handle);
}
