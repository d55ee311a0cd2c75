import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import type { createBrowserRouter } from 'react-router-dom';
import { whenIdle } from '@space/platform/internal';
import type { Sky as SkyName } from '@space/federation';
import { findPage, isInOwnWorld } from '../registry/registry.ts';

/** The sky behind a path, as the page there declares it. An unknown path below a page with a look of its own has none. */
export function skyAt(pathname: string): SkyName {
  return findPage(pathname)?.sky ?? (isInOwnWorld(pathname) ? 'none' : 'system');
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

type Layer = ComponentType<{ isNight: boolean }>;

/** Returns an updater for `setLayer`, which would call a bare component as one. Without a network the sky stays empty. */
async function loadLayer(): Promise<() => Layer | null> {
  try {
    const { SkyLayer } = await import('./SkyLayer.tsx');
    return () => SkyLayer;
  } catch {
    return () => null; // only decoration; the next visit tries again
  }
}

/** Uses the same snapshot when hydrating: the stars are not part of the prerendered HTML. */
const useExternalStore = <T,>(subscribe: (onChange: () => void) => () => void, read: () => T): T =>
  useSyncExternalStore(subscribe, read, read);

/**
 * Loads the stars once the first page is shown and the browser is idle; the sky itself is painted by the first style sheet.
 * The stars stay mounted while pages change, and are removed under /retro.
 */
export function Sky({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  const isReady = useExternalStore(router.subscribe, () => router.state.initialized);
  const sky = useExternalStore(router.subscribe, () => skyAt(router.state.location.pathname));
  const isDark = useExternalStore(subscribeToScheme, () => matchMedia(DARK).matches);
  const [Layer, setLayer] = useState<Layer | null>(null);
  const isWanted = isReady && sky !== 'none';

  useEffect(() => {
    if (!isWanted || Layer) return undefined;
    return whenIdle(() => void loadLayer().then(setLayer));
  }, [isWanted, Layer]);

  return isWanted && Layer ? <Layer isNight={sky === 'night' || isDark} /> : null;
}
