import { Suspense, lazy, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import type { DataRouter } from 'react-router-dom';
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

/** Without a network the sky stays empty. */
const SkyLayer = lazy<ComponentType<{ isNight: boolean }>>(() =>
  import('./SkyLayer.tsx').then(
    (layer) => ({ default: layer.SkyLayer }),
    () => ({ default: () => null }),
  ),
);

/** Uses the same snapshot when hydrating: the stars are not part of the prerendered HTML. */
const useExternalStore = <T,>(subscribe: (onChange: () => void) => () => void, read: () => T): T =>
  useSyncExternalStore(subscribe, read, read);

/**
 * Loads the stars once the first page is shown and the browser is idle; the sky itself is painted by the first style sheet.
 * The stars stay mounted while pages change, and are removed under /retro.
 */
export function Sky({ router }: { router: DataRouter }) {
  const isReady = useExternalStore(router.subscribe, () => router.state.initialized);
  const sky = useExternalStore(router.subscribe, () => skyAt(router.state.location.pathname));
  const isDark = useExternalStore(subscribeToScheme, () => matchMedia(DARK).matches);
  const [isIdle, setIsIdle] = useState(false);
  const isWanted = isReady && sky !== 'none';

  useEffect(() => (isWanted ? whenIdle(() => setIsIdle(true)) : undefined), [isWanted]);

  if (!isWanted || !isIdle) return null;
  return (
    <Suspense>
      <SkyLayer isNight={sky === 'night' || isDark} />
    </Suspense>
  );
}
