import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DataRouter } from 'react-router-dom';
import { whenIdle } from '@space/platform/internal';
import type { Sky as SkyName } from '@space/federation';
import { findPage, pagesOfSite, type SitePage } from '../registry/registry.ts';
import type { SkyLayer } from './SkyLayer.tsx';

/** The sky behind a path, as the page there declares it; '/retro/no-such-page' is below a page that has none. */
export function skyAt(pathname: string): SkyName {
  const isAbove = ({ path }: SitePage) => pathname.startsWith(`${path.replace(/\/[:*].*/, '')}/`);
  const hasNone = pagesOfSite().some((page) => page.sky === 'none' && isAbove(page));
  return findPage(pathname)?.sky ?? (hasNone ? 'none' : 'system');
}

/** Sets `data-sky`, by which the style sheet paints the sky and sets the colour scheme of everything around a page. */
export function showSky(pathname: string): void {
  document.documentElement.dataset['sky'] = skyAt(pathname);
}

const DARK = '(prefers-color-scheme: dark)';

function subscribeToScheme(onChange: () => void): () => void {
  const query = matchMedia(DARK);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Uses the same snapshot when hydrating: the stars are not part of the prerendered HTML. */
const useExternalStore = <T,>(subscribe: (onChange: () => void) => () => void, read: () => T): T =>
  useSyncExternalStore(subscribe, read, read);

/**
 * Loads the stars once the first page is shown and the browser is idle; the sky itself is painted by the first style sheet, and
 * stays empty without a network. The stars stay mounted while pages change, and are removed under /retro.
 */
export function Sky({ router }: { router: DataRouter }) {
  const sky = useExternalStore(router.subscribe, () => skyAt(router.state.location.pathname));
  const isDark = useExternalStore(subscribeToScheme, () => matchMedia(DARK).matches);
  const [Layer, setLayer] = useState<typeof SkyLayer | null>(null);
  const isWanted = sky !== 'none';

  useEffect(() => {
    if (!isWanted) return undefined;
    return whenIdle(() => {
      const show = (layer: { SkyLayer: typeof SkyLayer }) => setLayer(() => layer.SkyLayer);
      void import('./SkyLayer.tsx').then(show, () => {});
    });
  }, [isWanted]);

  return isWanted && Layer && <Layer isNight={sky === 'night' || isDark} />;
}
