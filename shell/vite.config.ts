import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { LICENCES } from '@space/federation';
import { CSS_TARGET, eagerCompile, fontLicences, scopedName } from '@space/federation/build';
import { defineConfig } from 'vite';
import { productionRouter, serviceWorker } from './vite/plugins.ts';

/** The modules that every page loads first, in one chunk: the bundler would make six scripts and sheets of them instead of two. */
const FIRST_LOAD = /shell\/(index\.html|src\/(parts\/parts|registry\/registry)\.\w+)$/;

const ROWS = /@supabase\/postgrest-js\/|\/zod\//;

/** The build for developing a remote in the released site: a production React cannot refresh components. */
const isDevelopment = process.env['NODE_ENV'] === 'development';

export default defineConfig(({ command }) => ({
  // A release is served from a folder that is not known while building.
  base: command === 'build' ? './' : '/',
  // The federation runtime's own version ranges (1.6 kB after gzip): the shell judges them with a function that it has anyway,
  // before any code of a remote is fetched.
  resolve: {
    alias: [{ find: /^.*\/semver\/index\.js$/, replacement: `${import.meta.dirname}/vite/satisfy.ts` }],
  },
  plugins: [
    react(),
    fontLicences(),
    eagerCompile(({ isEntry }) => isEntry),
    // In development there is no service worker.
    ...(isDevelopment ? [] : [productionRouter, serviceWorker]),
  ],
  define: {
    // Leaves out unused parts of the federation runtime: containers are opened through their own interface.
    FEDERATION_OPTIMIZE_NO_REMOTE: 'true',
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
    FEDERATION_HAS_EXPOSES: 'false',
    ENV_TARGET: '"web"',
  },
  // No source locations of elements: React no longer reads them, and a release must not name folders of the machine that
  // built it, so that it is the same wherever it is built.
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
    outDir: isDevelopment ? 'dist/development' : 'dist',
    minify: !isDevelopment,
    assetsInlineLimit: 0,
    license: { fileName: LICENCES },
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'first-load', test: FIRST_LOAD },
            // What the backend shares with other chunks, to query and validate rows: one request instead of two.
            { name: 'rows', test: ROWS },
            // What loads once a page is idle: the stars, the notices and the service worker's registration, in one request
            // each for script and style.
            {
              name: 'at-rest',
              test: /shell\/src\/(sky\/SkyLayer\.tsx|notices\/Notices\.tsx|offline\/registerWorker\.ts)$/,
            },
          ],
        },
      },
    },
  },
}));
