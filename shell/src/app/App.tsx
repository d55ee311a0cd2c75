import { useEffect, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router-dom';
import { SignOutQuestion } from '@space/ui/host';
import { endPrerendering } from '../browser/endPrerendering.ts';
import { BootFrame } from '../parts/BootFrame.tsx';
import { Sky } from '../sky/Sky.tsx';
import { ToastRegion } from '../toasts/ToastRegion.tsx';
import type { AppRouter } from './createAppRouter.tsx';

interface AppProps {
  router: AppRouter;
  /** The document contains the prerendered page itself, not only the outline of a page (decision 021). */
  isPrerendered: boolean;
}

/** The site: the frame of a page at once, the page itself once it has loaded, and toasts in any case. */
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
  return (
    <>
      <Sky router={router} />
      {isReady ? <RouterProvider router={router} /> : <BootFrame />}
      <SignOutQuestion />
      <ToastRegion />
    </>
  );
}
