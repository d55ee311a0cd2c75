import { renderToString } from 'react-dom/server';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { PAGES } from '@space/domain';
import { SLOTS } from '@space/federation';
import { ownPages } from './app/ownPages.ts';
import { Region } from './federation/Region.tsx';
import { BootFrame } from './layout/BootFrame.tsx';
import { Layout } from './layout/Layout.tsx';
import { skyAt } from './sky/sky.ts';

/** The place of a remote's page. */
function Slot() {
  return (
    <Region remote={SLOTS.remote} version={SLOTS.version} source="live">
      {SLOTS.page}
    </Region>
  );
}

function frameAt(path: string) {
  const routes = [{ Component: Layout, children: [{ path: '*', Component: Slot }] }];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  return { sky: skyAt(path), html: renderToString(<RouterProvider router={router} />) };
}

/**
 * What stands around each page before any script runs: rendered once, in Node, when the shell is released (decision 021).
 * It must be what `App` renders first.
 */
export function frames() {
  return {
    pages: Object.fromEntries(PAGES.map(({ path }) => [path, frameAt(path)])),
    other: frameAt('/unknown'),
    waiting: renderToString(<BootFrame />),
    titles: Object.fromEntries(Object.values(ownPages).map(({ path, handle }) => [path, handle.title])),
  };
}
