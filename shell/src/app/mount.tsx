import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { regions } from '../registry/regions.ts';
import { App } from './App.tsx';
import type { AppRouter } from './createAppRouter.tsx';
import { noteRouter } from '../browser/navigation.ts';

/** Resolves when the first page has arrived, or what replaces it. */
function untilReady(router: AppRouter): Promise<void> {
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

/** To take over an outline that the page is about to replace would hold the page up. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 500));

/** Whether the document came with the very page that the router is about to show: same path, same version of its remote. */
function isSamePage(container: Element, router: AppRouter): boolean {
  const region = container.querySelector<HTMLElement>('[data-remote]');
  const { remote = '', version } = region?.dataset ?? {};
  return router.state.errors === null && regions.opened(remote) === version;
}

/**
 * Brings the site to life. A document that came with its page keeps it, and the page is there to be read, until its code
 * has come; one that came with the outline of a page goes on from there, unless the page is there in a moment and takes its
 * place. What the document shows is only taken over where
 * it is what this visitor gets: another version of the remote, an error or another path is rendered anew.
 */
export async function mount(container: Element, router: AppRouter, isRedirected: boolean): Promise<void> {
  noteRouter(router);
  const isPrerendered = document.documentElement.dataset['prerendered'] !== undefined;
  const ready = untilReady(router);
  await (isPrerendered ? ready : Promise.race([ready, aMoment()]));
  const app = (
    <StrictMode>
      <App router={router} isPrerendered={isPrerendered} />
    </StrictMode>
  );
  const isKept = isPrerendered
    ? !isRedirected && isSamePage(container, router)
    : container.hasChildNodes() && !router.state.initialized;
  // In slices: what is there to be read can be scrolled and pressed meanwhile.
  if (isKept) startTransition(() => void hydrateRoot(container, app));
  else createRoot(container).render(app);
}
