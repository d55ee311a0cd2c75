import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import type { createBrowserRouter } from 'react-router-dom';
import { whenIdle } from '@space/platform/internal';
import { skyAt } from './sky.ts';

interface SkyProps {
  router: ReturnType<typeof createBrowserRouter>;
}

const DARK = '(prefers-color-scheme: dark)';

function subscribeToScheme(onChange: () => void): () => void {
  const query = matchMedia(DARK);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

type Layer = ComponentType<{ isNight: boolean }>;

/** What `setLayer` is given: a component would be taken for an update. Without a network the sky is merely empty. */
async function loadLayer(): Promise<() => Layer | null> {
  try {
    const { SkyLayer } = await import('./SkyLayer.tsx');
    return () => SkyLayer;
  } catch {
    return () => null; // nothing to tell anybody; the next visit asks again
  }
}

/** The same for HTML that was prerendered: the stars are no part of it. */
const useKnown = <T,>(subscribe: (onChange: () => void) => () => void, read: () => T): T =>
  useSyncExternalStore(subscribe, read, read);

/**
 * Brings the stars, once the first page stands and the browser has nothing better to do: the sky itself is painted by
 * the first style sheet. It stays while pages change, and is gone under /retro (rule sky-and-motion).
 */
export function Sky({ router }: SkyProps) {
  const isReady = useKnown(router.subscribe, () => router.state.initialized);
  const sky = useKnown(router.subscribe, () => skyAt(router.state.location.pathname));
  const isDark = useKnown(subscribeToScheme, () => matchMedia(DARK).matches);
  const [Layer, setLayer] = useState<Layer | null>(null);
  const isWanted = isReady && sky !== 'none';

  useEffect(() => {
    if (!isWanted || Layer) return undefined;
    return whenIdle(() => void loadLayer().then(setLayer));
  }, [isWanted, Layer]);

  return isWanted && Layer ? <Layer isNight={sky === 'night' || isDark} /> : null;
}
