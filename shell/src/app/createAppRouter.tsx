import { createBrowserRouter } from 'react-router-dom';
import { useLocation } from '@space/platform';
import { ErrorRegion } from '../errors/ErrorRegion.tsx';
import { NotFoundPage } from '../errors/MessagePage.tsx';
import { findPage } from '../registry/registry.ts';
import { Layout } from '../layout/Layout.tsx';
import { keyEntries } from '../layout/useScrollPosition.ts';
import { loadPage } from './loadPage.ts';

/** The router decodes an address: it also finds an added page at addresses at which no server of the site has one. */
function Site() {
  return <Layout>{findPage(useLocation().pathname) ? null : <NotFoundPage />}</Layout>;
}

/**
 * Creates the router. It starts without pages: each page is loaded from its owner when it is first needed and added below
 * the layout. A path without an owner is never requested, so an unknown route loads nothing (rule error-pages).
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

export type AppRouter = ReturnType<typeof createAppRouter>;
