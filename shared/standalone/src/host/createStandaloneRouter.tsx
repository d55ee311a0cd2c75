import { createBrowserRouter, redirect } from 'react-router-dom';
import type { PageHandle } from '@space/federation';
import { PATHS } from '@space/domain';
import { ErrorRegion } from '../pages/ErrorRegion.tsx';
import { pageFailure } from '../pages/pageFailure.ts';
import { SignInPage } from '../pages/SignInPage.tsx';
import { Waiting } from '../pages/Waiting.tsx';
import { Host } from './Host.tsx';
import { pageAt, type StandaloneSite } from './standaloneSite.ts';

const SIGN_IN: PageHandle = { title: 'Sign In' };

async function loadPage(site: StandaloneSite, path: string) {
  if (site.signInPaths.includes(path)) return { Component: SignInPage, handle: SIGN_IN };
  const route = site.routes.find((one) => one.path === path);
  if (!route) throw pageFailure(new Error(`The remote declares ${path} and has no route for it`));
  const { Component } = await route.lazy().catch((error: unknown) => {
    throw pageFailure(error);
  });
  return { Component, handle: route.handle };
}

/** As in the shell, a page is fetched before its route is added: the router caches a failed `lazy` (decision 004). */
export function createStandaloneRouter(site: StandaloneSite) {
  // The router calls this again at each address of a page with parameters, for there may be a more specific page.
  const added = new Set<string>();
  // The component is never shown: the router demands one for every leaf route that it passes.
  const toFirst = { path: PATHS.home, loader: () => redirect(site.first), Component: Waiting };
  return createBrowserRouter(
    [
      {
        id: 'host',
        Component: Host,
        ErrorBoundary: ErrorRegion,
        children: site.first === PATHS.home ? [] : [toFirst],
      },
    ],
    {
      async patchRoutesOnNavigation({ path, patch, signal }) {
        const page = pageAt(site, path);
        if (!page || added.has(page.path)) return;
        const { Component, handle } = await loadPage(site, page.path);
        if (signal.aborted) return;
        patch('host', [{ path: page.path, caseSensitive: true, Component, handle }]);
        added.add(page.path);
      },
    },
  );
}
