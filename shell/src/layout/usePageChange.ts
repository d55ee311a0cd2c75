import { useLayoutEffect } from 'react';
import { useMatches } from 'react-router-dom';
import { useLocation } from '@space/platform';
import { useTitleAndFocus } from '@space/ui/host';
import { findPage } from '../registry/registry.ts';
import { showSky } from '../sky/sky.ts';

/** Updates the sky, the document's title and the focus when the page changes. */
export function usePageChange(): void {
  const { pathname } = useLocation();
  useLayoutEffect(() => showSky(pathname), [pathname]);
  const handle = useMatches().at(-1)?.handle;
  useTitleAndFocus(findPage(pathname) ? handle : undefined);
}
