import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { CSS_TARGET, scopedName } from '@space/federation/styles';
import { defineConfig } from 'vite';
import { devSite } from './devSite.ts';

/** The address of the embedded backend in development; `npm run dev` sets it. */
const backend = process.env['BACKEND_ORIGIN'] ?? 'http://127.0.0.1:4173';
/** The yardstick of the byte budget: the same shell that cannot load a remote. */
const isWithoutFederation = process.env['SHELL_WITHOUT_FEDERATION'] === '1';

export default defineConfig({
  plugins: [react(), devSite()],
  resolve: {
    alias: isWithoutFederation
      ? [
          {
            find: /.*\/federation\/loadRemoteRoutes\.ts$/,
            replacement: fileURLToPath(new URL('./src/federation/noRemoteRoutes.ts', import.meta.url)),
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
  build: {
    target: 'es2022',
    cssTarget: CSS_TARGET,
    manifest: true,
    outDir: isWithoutFederation ? 'dist-without-federation' : 'dist',
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    port: 5170,
    strictPort: true,
    proxy: { '^/(auth/v1|rest/v1|_outbox)': { target: backend, changeOrigin: false } },
  },
});
