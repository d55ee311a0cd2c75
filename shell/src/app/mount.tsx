import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { keepPage } from '../errors/keptPage.ts';
import { isRemoteFailure, regions } from '../registry/registry.ts';
import { App } from './App.tsx';
import type { AppRouter } from './createAppRouter.tsx';
import { setRouter } from '../browser/navigation.ts';
import { rememberPositions } from '../layout/useScrollPosition.ts';

/** Resolves when the first page, or the error page in its place, has loaded. */
function waitUntilReady(router: AppRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) {
      resolve();
      return;
    }
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

/** Half a second: hydrating an outline that the page is about to replace would delay the page. */
const halfASecond = () => new Promise((resolve) => setTimeout(resolve, 500));

/** Whether the document contains the page that the router is about to show: same path, same version of its remote. */
function isSamePage(container: Element, router: AppRouter): boolean {
  const region = container.querySelector<HTMLElement>('[data-remote]');
  const { remote = '', version } = region?.dataset ?? {};
  return router.state.errors === null && regions.opened(remote) === version;
}

/**
 * Renders the site. A prerendered page stays readable as it is until its code has loaded, then it is hydrated. The outline
 * of a page is hydrated too, unless the page loads within half a second and replaces it. HTML is hydrated only if it
 * matches what this visitor gets, which it does not if `isOther`: for another version of the remote, an error or another path React renders from scratch.
 */
export async function mount(container: Element, router: AppRouter, isOther: boolean): Promise<void> {
  setRouter(router);
  rememberPositions(router);
  const isPrerendered = document.documentElement.dataset['prerendered'] !== undefined;
  const ready = waitUntilReady(router);
  await (isPrerendered ? ready : Promise.race([ready, halfASecond()]));
  const app = (
    <StrictMode>
      <App router={router} isPrerendered={isPrerendered} />
    </StrictMode>
  );
  const canHydrate = isPrerendered
    ? !isOther && isSamePage(container, router)
    : container.hasChildNodes() && !router.state.initialized;
  // As a transition, which React splits into slices: the visitor can scroll and click meanwhile.
  if (canHydrate) startTransition(() => void hydrateRoot(container, app));
  else {
    const failure = Object.values(router.state.errors ?? {}).find(isRemoteFailure);
    if (isPrerendered && !isOther && failure && failure.reason !== 'killed')
      await keepPage(container, failure.owner, router.state.location.pathname);
    createRoot(container).render(app);
  }
}
