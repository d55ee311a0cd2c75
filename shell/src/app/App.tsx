import { useEffect, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router-dom';
import { atIdle } from '@space/platform/internal';
import { SignOutQuestion } from '@space/ui/host';
import { endPrerendering } from '../browser/endPrerendering.ts';
import { BootFrame } from '../parts/BootFrame.tsx';
import { Sky } from '../sky/Sky.tsx';
import type { AppRouter } from './createAppRouter.tsx';

interface AppProps {
  router: AppRouter;
  /** The document contains the prerendered page itself, not only the outline of a page (decision 021). */
  isPrerendered: boolean;
}

/**
 * Shows the notices, whose code loads once the page is idle; the platform keeps what is said meanwhile. If it cannot be loaded,
 * they are shown when the network is back.
 */
async function loadNotices(): Promise<void> {
  try {
    (await import('../notices/Notices.tsx')).showNotices();
  } catch {
    addEventListener('online', () => void loadNotices(), { once: true });
  }
}

/** The site: the frame of a page at once, and the page itself once it has loaded. */
export function App({ router, isPrerendered }: AppProps) {
  const isReady = useSyncExternalStore(
    (onChange) => router.subscribe(onChange),
    () => router.state.initialized,
    () => isPrerendered,
  );
  useEffect(() => {
    // A page of a remote does so itself once it is hydrated (load/RemoteRegion.tsx).
    if (!document.querySelector('[data-remote]')) endPrerendering();
  }, []);
  useEffect(() => atIdle(() => void loadNotices()), []);
  return (
    <>
      <Sky router={router} />
      {isReady ? <RouterProvider router={router} /> : <BootFrame />}
      <SignOutQuestion />
    </>
  );
}
