import { createBrowserRouter } from 'react-router-dom';
import { ErrorRegion } from '../errors/ErrorRegion.tsx';
import { findPage } from '../registry/findPage.ts';
import { Layout } from '../layout/Layout.tsx';
import { loadPage } from './loadPage.ts';

/**
 * The router. It starts with no page at all: each is fetched from its owner when it is first needed and added below the
 * layout. A path without an owner is never asked for, so an unknown route loads nothing (rule error-pages).
 */
export function createAppRouter() {
  // The router asks again at each address of a page with parameters, for there may be a more specific one.
  const added = new Set<string>();
  return createBrowserRouter(
    [{ id: 'layout', Component: Layout, ErrorBoundary: ErrorRegion, children: [] }],
    {
      async patchRoutesOnNavigation({ path, patch, signal }) {
        const page = findPage(path);
        if (!page || added.has(page.path)) return;
        try {
          const { Component, handle } = await loadPage(page, signal);
          if (signal.aborted) return;
          patch('layout', [{ path: page.path, caseSensitive: true, Component, handle }]);
          added.add(page.path);
        } catch (error) {
          // The router (7.18.5) would show the failure to anyone who has gone elsewhere in the meantime, or put the failed
          // page's address over the one where they are. What has become of the remote was reported by its loader.
          if (!signal.aborted) throw error;
        }
      },
    },
  );
}

export type AppRouter = ReturnType<typeof createAppRouter>;
