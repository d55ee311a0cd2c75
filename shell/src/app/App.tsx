import { useEffect, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router-dom';
import { SignOutQuestion } from '@space/ui/host';
import { BootFrame } from '../parts/BootFrame.tsx';
import { Sky } from '../sky/Sky.tsx';
import { ToastRegion } from '../toasts/ToastRegion.tsx';
import type { AppRouter } from './createAppRouter.tsx';

interface AppProps {
  router: AppRouter;
  /** The document came with the page itself, and not with the outline of one (decision 021). */
  isPrerendered: boolean;
}

/** The site: the frame of a page at once, the page itself when it has arrived, toasts whatever happens. */
export function App({ router, isPrerendered }: AppProps) {
  const isReady = useSyncExternalStore(
    (onChange) => router.subscribe(onChange),
    () => router.state.initialized,
    () => isPrerendered,
  );
  useEffect(() => {
    // From here on the page knows itself who reads it.
    delete document.documentElement.dataset['prerendered'];
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
