import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { LICENCES } from '@space/federation';
import { fontLicences } from '@space/federation/fontLicences';
import { eagerCompile } from '@space/federation/eagerCompile';
import { CSS_TARGET, scopedName } from '@space/federation/styles';
import { defineConfig, type Plugin } from 'vite';
import { installable } from './vite/installable.ts';
import { productionRouter } from './vite/productionRouter.ts';
import { serviceWorker } from './vite/serviceWorker.ts';

/**
 * What every page needs first, in one chunk: the entry with all that it imports, and what would be a request of its own
 * because several lazily loaded parts share it. Left to itself the bundler cuts the entry along the lines of who else uses
 * what (the part that shares React and the platform to remotes is one more user), and puts its own helpers into one chunk
 * more: six scripts and sheets instead of two (measured by shared/release/tests/budget.test.ts).
 */
const FIRST_LOAD = /shell\/(index\.html|src\/(parts\/CardPage|registry\/regions)\.\w+)$/;

const ROWS = /@supabase\/postgrest-js\/|\/zod\//;

/** The flavour for anyone who develops a remote in the released site: a production React cannot refresh a component. */
const isDevelopment = process.env['NODE_ENV'] === 'development';
/** The yardstick of the byte budget: the same shell that cannot load a remote. */
const isWithoutFederation = process.env['SHELL_WITHOUT_FEDERATION'] === '1';

/**
 * The library of notices keeps its properties on the page itself. Its sheet comes when the page is at rest, and then each
 * element of the page would be styled anew; they are at home on its own box, where alone they are used.
 */
function noticeProperties(): Plugin {
  return {
    name: 'space:notice-properties',
    enforce: 'pre',
    transform: {
      filter: { id: /ReactToastify\.css$/ },
      handler: (sheet) => sheet.replaceAll(':root', '.Toastify'),
    },
  };
}

export default defineConfig(({ command }) => ({
  // A release is served from a folder that is not known while building.
  base: command === 'build' ? './' : '/',
  plugins: [
    react(),
    fontLicences(),
    eagerCompile(({ isEntry }) => isEntry),
    noticeProperties(),
    // In development nothing is kept, and nothing is installed.
    ...(isDevelopment ? [] : [productionRouter(), installable(), serviceWorker()]),
  ],
  resolve: {
    alias: isWithoutFederation
      ? [
          {
            find: /^.*\/openRemotePage\.ts$/,
            replacement: fileURLToPath(new URL('./src/load/noRemotePages.ts', import.meta.url)),
          },
        ]
      : [],
  },
  define: {
    // The parts of the federation runtime that no one uses: containers are opened by their own interface.
    FEDERATION_OPTIMIZE_NO_REMOTE: 'true',
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
    FEDERATION_HAS_EXPOSES: 'false',
    ENV_TARGET: '"web"',
  },
  // React no longer reads where in which file an element is written, and no one else shall: a release names no folder of
  // the machine that built it, and is the same wherever it is built.
  ...(command === 'build' && { oxc: { jsx: { development: false } } }),
  css: { modules: { generateScopedName: (local, file) => scopedName('shell', local, basename(file), file) } },
  // Served from the site's own origin as a module, like everything else (worker-src 'self').
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    cssTarget: CSS_TARGET,
    manifest: true,
    // Every browser with `light-dark()` knows `modulepreload`.
    modulePreload: { polyfill: false },
    outDir: isWithoutFederation ? 'dist-without-federation' : isDevelopment ? 'dist/development' : 'dist',
    minify: !isDevelopment,
    assetsInlineLimit: 0,
    license: { fileName: LICENCES },
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'first-load', test: FIRST_LOAD },
            // What the backend shares with others, to ask for rows and to check them: one request, and not two.
            { name: 'rows', test: ROWS },
            // What comes once a page is at rest: the stars, the notices and the service worker's registration, in one request
            // each for script and style.
            {
              name: 'at-rest',
              test: /shell\/src\/(sky\/SkyLayer\.tsx|toasts\/Toaster\.tsx|offline\/registerWorker\.ts)$/,
            },
          ],
        },
      },
    },
  },
}));
