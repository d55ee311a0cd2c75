import { join } from 'node:path';
import { ROOT } from '@space/release';
import { build } from 'vite';

const SHELL = join(ROOT, 'shell');
const ENTRY = join(SHELL, 'floor.js');

/** React, the router and one button: the least that a page of these libraries loads. */
const SOURCE = `
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider, createBrowserRouter } from 'react-router-dom';

function Floor() {
  const [count, setCount] = useState(0);
  const press = () => setCount(count + 1);
  return createElement('main', null, createElement('button', { type: 'button', onClick: press }, 'Press'));
}
const router = createBrowserRouter([{ path: '*', element: createElement(Floor) }]);
createRoot(document.getElementById('root')).render(createElement(RouterProvider, { router }));
`;

/**
 * Builds the floor page's script into the folder of a build. Takes the folder; returns a function that makes the page's HTML
 * from the address of that build ('/shell/0.0.0-…/').
 */
export async function buildFloor(dist: string): Promise<(address: string) => string> {
  await build({
    root: SHELL,
    configFile: false,
    // Vite would warn of directives of packages.
    logLevel: 'error',
    mode: 'production',
    plugins: [
      {
        name: 'floor',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? SOURCE : null),
      },
    ],
    build: {
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input: ENTRY, output: { entryFileNames: 'assets/floor.js' } },
    },
  });
  return (address) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Floor</title>
    <link rel="icon" href="data:," />
    <script type="module" src="${address}assets/floor.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`;
}
