import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { fontLicences } from '@space/federation/fontLicences';
import { CSS_TARGET, scopedName } from '@space/federation/styles';
import { defineConfig } from 'vite';
import { devSite } from './devSite.ts';

/** The address of the embedded backend in development; `npm run dev` sets it. */
const backend = process.env['BACKEND_ORIGIN'] ?? 'http://127.0.0.1:4173';
/**
 * What every page of the shell needs first, in one chunk. Left to itself the bundler cuts it along the lines of who else
 * uses what, and the lazily loaded federation runtime, which lends React and the platform to remotes, is one more user:
 * four requests instead of two (measured by shared/release/tests/budget.test.ts).
 */
const FIRST_LOAD = [
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|zustand|cookie|set-cookie-parser)\//,
  /shared\/platform\/src\/(backend|connection|motion|motionStore|notify|online|report|session)\.ts/,
  // Not ButtonLink, which would bring the platform's index along, and with it what only remotes use.
  /shared\/ui\/src\/(button\/Button|skeleton\/Skeleton)\.(tsx|module\.css)/,
  /shared\/domain\/src\/(paths|pages|messages)\.ts/,
  // What a lazily loaded tool writes and the loader reads, or the other way round.
  /shell\/src\/(federation\/(regions|registryOfPage)|override\/activeOverride)\.ts/,
  /shared\/supabase\/src\/(errors|environment|sessionStorage)\.ts/,
];

/** The flavour for whoever develops a remote in the released site: a production React cannot refresh a component. */
const isDevelopment = process.env['NODE_ENV'] === 'development';
/** The yardstick of the byte budget: the same shell that cannot load a remote. */
const isWithoutFederation = process.env['SHELL_WITHOUT_FEDERATION'] === '1';

export default defineConfig(({ command }) => ({
  // A release is served from a folder that is not known while building.
  base: command === 'build' ? './' : '/',
  plugins: [react(), devSite(), fontLicences()],
  resolve: {
    alias: isWithoutFederation
      ? [
          {
            find: /.*\/federation\/openRemotePage\.ts$/,
            replacement: fileURLToPath(new URL('./src/federation/noRemotePages.ts', import.meta.url)),
          },
        ]
      : [],
  },
  define: {
    // The parts of the federation runtime that a host without manifests never uses.
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
    FEDERATION_HAS_EXPOSES: 'false',
    ENV_TARGET: '"web"',
  },
  css: { modules: { generateScopedName: (local, file) => scopedName('shell', local, basename(file), file) } },
  // Served from the site's own origin as a module, like everything else (worker-src 'self').
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    cssTarget: CSS_TARGET,
    manifest: true,
    outDir: isWithoutFederation ? 'dist-without-federation' : isDevelopment ? 'dist/development' : 'dist',
    minify: !isDevelopment,
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [{ name: 'first-load', test: (id: string) => FIRST_LOAD.some((part) => part.test(id)) }],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5170,
    strictPort: true,
    proxy: { '^/(auth/v1|rest/v1|_outbox)': { target: backend, changeOrigin: false } },
  },
}));
