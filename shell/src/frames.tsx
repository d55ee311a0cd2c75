import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { PLACEHOLDERS } from '@space/federation';
import { ownPages } from './app/ownPages.ts';
import { BootFrame } from './parts/parts.tsx';
import { Layout } from './layout/Layout.tsx';

const placeholder = (
  <div data-remote={PLACEHOLDERS.remote} data-version={PLACEHOLDERS.version} data-source="live">
    <Suspense>{PLACEHOLDERS.page}</Suspense>
  </div>
);

/** Renders the HTML around every page: once, in Node, when the shell is released. It must match the first render of `App`. */
export function frames() {
  const routes = [{ Component: Layout, children: [{ path: '*', element: placeholder }] }];
  const router = createMemoryRouter(routes);
  return {
    attribute: 'data-prerendered',
    other: { sky: 'system', html: renderToString(<RouterProvider router={router} />) },
    waiting: renderToString(<BootFrame />),
    titles: Object.fromEntries(ownPages.map(({ path, handle }) => [path, handle.title])),
  };
}
