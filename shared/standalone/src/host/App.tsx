import { useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router-dom';
import { SkipLink } from '@space/ui';
import { NoticeRegion, SignOutQuestion } from '@space/ui/host';
import { Waiting } from '../pages/Waiting.tsx';
import type { createStandaloneRouter } from './createStandaloneRouter.tsx';
import { SiteContext, type StandaloneSite } from './standaloneSite.ts';

interface AppProps {
  site: StandaloneSite;
  router: ReturnType<typeof createStandaloneRouter>;
}

/** The page once it has loaded, and the notices at any time. */
export function App({ site, router }: AppProps) {
  const isReady = useSyncExternalStore(
    (onChange) => router.subscribe(onChange),
    () => router.state.initialized,
  );
  return (
    <SiteContext value={site}>
      {isReady ? (
        <RouterProvider router={router} />
      ) : (
        <>
          <SkipLink />
          <Waiting />
        </>
      )}
      <SignOutQuestion />
      <NoticeRegion />
    </SiteContext>
  );
}
