import { StrictMode, startTransition, useEffect, useSyncExternalStore } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider, createBrowserRouter, type DataRouter } from 'react-router-dom';
import { useLocation } from '@space/platform';
import { atIdle } from '@space/platform/internal';
import { SignOutQuestion } from '@space/ui/host';
import { endPrerendering, setRouter } from '../browser/browser.ts';
import { ErrorRegion, savePrerenderedPage } from '../errors/ErrorRegion.tsx';
import { NotFoundPage } from '../errors/MessagePage.tsx';
import { Layout } from '../layout/Layout.tsx';
import { keyEntries, rememberPositions } from '../layout/useScrollPosition.ts';
import { BootFrame } from '../parts/parts.tsx';
import { findPage, RemoteFailure } from '../registry/registry.ts';
import { Sky } from '../sky/Sky.tsx';
import { loadPage, type LoadedPage } from './pages.ts';

/** The router decodes an address: it also finds an added page at addresses at which no server of the site has one. */
function Site() {
  return <Layout>{findPage(useLocation().pathname) ? null : <NotFoundPage />}</Layout>;
}

/**
 * Creates the router. It starts without pages: each page is loaded from its owner when it is first needed and added below
 * the layout. A path without an owner is never requested, so an unknown route loads nothing.
 */
export function createAppRouter() {
  keyEntries();
  // The router calls this again for each address of a page with parameters: a more specific page may exist.
  const added = new Set<string>();
  return createBrowserRouter([{ id: 'layout', Component: Site, ErrorBoundary: ErrorRegion, children: [] }], {
    async patchRoutesOnNavigation({ path, patch, signal }) {
      const page = findPage(path);
      if (!page || added.has(page.path)) return;
      try {
        const { Component, handle } = await loadPage(page, signal);
        if (signal.aborted) return;
        patch('layout', [{ path: page.path, caseSensitive: true, Component, handle }]);
        added.add(page.path);
      } catch (error) {
        // The router (7.18.5) would show the error to a visitor who has navigated elsewhere in the meantime, or replace
        // their address with that of the failed page. The loader of the remote has already reported the failure.
        if (!signal.aborted) throw error;
      }
    },
  });
}

// The platform keeps what is said until this code has loaded. The network may be back before the request has failed.
async function loadNotices(): Promise<void> {
  const isBack = new Promise((resolve) => addEventListener('online', resolve, { once: true }));
  try {
    (await import('../notices/Notices.tsx')).showNotices();
  } catch {
    await isBack.then(loadNotices);
  }
}

/** The frame of a page at once, or the whole page if it is prerendered; the page itself once it has loaded. */
function App({ router, isPrerendered }: { router: DataRouter; isPrerendered: boolean }) {
  const isReady = useSyncExternalStore(
    (onChange) => router.subscribe(onChange),
    () => router.state.initialized,
    () => isPrerendered,
  );
  useEffect(() => {
    // A page of a remote does so itself once it is hydrated (load/RemoteRegion.tsx).
    if (!document.querySelector('[data-remote]')) endPrerendering();
    return atIdle(() => void loadNotices());
  }, []);
  return (
    <>
      {isReady && <Sky router={router} />}
      {isReady ? <RouterProvider router={router} /> : <BootFrame />}
      <SignOutQuestion />
    </>
  );
}

/** Resolves when the first page, or the error page in its place, has loaded. */
const waitUntilReady = (router: DataRouter) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) resolve();
    router.subscribe(({ initialized }) => initialized && resolve());
  });

/** Whether the document contains the page that the router is about to show: same path, same version of its remote. */
function isSamePage(container: Element, router: DataRouter): boolean {
  const version = container.querySelector('[data-version]')?.getAttribute('data-version');
  const handle = router.state.matches.at(-1)?.route.handle as LoadedPage['handle'] | undefined;
  return router.state.errors === null && handle?.version === version;
}

/**
 * Renders the site. A prerendered page stays readable as it is until its code has loaded, then it is hydrated. The outline
 * of a page is hydrated too, unless the page loads within half a second and replaces it. HTML is hydrated only if it
 * matches what this visitor gets, which it does not if `isOther`: for another version of the remote, an error or another path React renders from scratch.
 */
export async function mount(container: Element, router: DataRouter, isOther: boolean): Promise<void> {
  setRouter(router);
  rememberPositions(router);
  const isPrerendered = document.documentElement.dataset['prerendered'] !== undefined;
  const ready = waitUntilReady(router);
  // Hydrating an outline that the page is about to replace would delay the page.
  const halfASecond = new Promise((resolve) => setTimeout(resolve, 500));
  await (isPrerendered ? ready : Promise.race([ready, halfASecond]));
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
    const failure = Object.values(router.state.errors ?? {}).find((error) => error instanceof RemoteFailure);
    if (isPrerendered && !isOther && failure && failure.reason !== 'killed')
      await savePrerenderedPage(container, failure.owner, router.state.location.pathname);
    createRoot(container).render(app);
  }
}
