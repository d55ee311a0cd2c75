import { basename } from 'node:path';
import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { EXPOSED_MODULE } from './contract.ts';
import { eagerCompile } from './eagerCompile.ts';
import { fontLicences } from './fontLicences.ts';
import { LICENCES } from './licences.ts';
import { OUR_PACKAGES } from './ourPackages.ts';
import { plainImport } from './plainImport.ts';
import { insideShell, pluginContainer, sharedByShell } from './pluginContainer.ts';
import { releaseNotes } from './releaseNotes.ts';
import { remoteFiles } from './remoteFiles.ts';
import { WORKER_SETTINGS, remoteWorkers } from './remoteWorkers.ts';
import { CSS_TARGET, scopedName } from './styles.ts';
import { smallContainer } from './smallContainer.ts';
import { SHARES } from './shares.ts';
import { usesOfPlatform } from './usesOfPlatform.ts';
import { withoutReactDom } from './withoutReactDom.ts';

export { insideShell, sharedByShell } from './pluginContainer.ts';

/** The part of a `remote.json` that a build needs. */
interface RemoteOptions {
  name: string;
  /** The port of its development server. */
  port: number;
  /** Part of the build's notes. */
  title: string;
  pages: readonly object[];
}

/** The exposed module, relative to the remote's folder. */
const ROUTES = 'src/routes.tsx';

/** Third-party imports of our packages. Vite does not discover them, because our packages are not prebundled. */
const OF_OUR_PACKAGES = ['date-fns/parseISO', 'zod/mini'].map((name) => `@space/domain > ${name}`);

const FONT = /\.(woff2?|ttf|otf|eot)$/;

/** The settings of Vite that are the same for every remote; docs/decisions/003 gives the reasons. */
const settingsOf = ({ name, port }: RemoteOptions, command: 'build' | 'serve'): UserConfig => ({
  // The folder that a release is served from is not known at build time.
  base: command === 'build' ? './' : `http://127.0.0.1:${port}/`,
  cacheDir: 'node_modules/.vite',
  // Vite's PostCSS transformer stays: lightningcss hashes class names by path, so two remotes can get the same one.
  css: { modules: { generateScopedName: (local, file) => scopedName(name, local, basename(file), file) } },
  build: {
    target: 'es2022',
    cssTarget: CSS_TARGET,
    modulePreload: false,
    // The release needs to know which chunk contains which page.
    manifest: true,
    // The site's Content-Security-Policy blocks fonts that are inlined in a style sheet.
    assetsInlineLimit: (file) => (FONT.test(file) ? false : undefined),
    // One style sheet: the shell links it with its hash, and no chunk fetches another one unchecked (decision 012).
    cssCodeSplit: false,
    license: { fileName: LICENCES },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  worker: WORKER_SETTINGS,
  // All are prebundled before the first page: one that is found later is answered with 504, and the page is reloaded.
  optimizeDeps: { entries: [ROUTES], exclude: [...OUR_PACKAGES], include: OF_OUR_PACKAGES },
  server: { host: '127.0.0.1', port, strictPort: true, origin: `http://127.0.0.1:${port}`, cors: true },
});

/**
 * All of a remote's Vite plugins except its container: addresses, class names, one style sheet, the names that it imports
 * from the platform, the notes for its release. It handles the pitfalls of federation in one place; docs/decisions/003
 * gives the measurements behind them.
 *
 * Takes what `remote.json` declares; returns plugins, which must come before all others.
 */
export function remotePreset(remote: RemoteOptions): Plugin[] {
  const { name, title, pages } = remote;
  const uses = usesOfPlatform(name);
  const more = () => ({
    uses: uses.names(),
    places: uses.places(),
    title,
    pages,
  });
  return [
    { name: 'space-settings', enforce: 'pre', config: (_given, { command }) => settingsOf(remote, command) },
    uses.plugin,
    remoteFiles(),
    remoteWorkers,
    pluginContainer(ROUTES),
    smallContainer,
    plainImport,
    withoutReactDom,
    fontLicences(),
    eagerCompile(),
    releaseNotes({ name, routes: ROUTES, shares: SHARES, more }),
  ];
}

/**
 * The Vite configuration of a remote: the preset, React, and the federation plugin.
 *
 * Takes what `remote.json` declares; returns what `vite.config.ts` exports.
 */
export function remoteConfig(remote: RemoteOptions) {
  return defineConfig(({ command }) => ({
    plugins: [
      remotePreset(remote),
      react(),
      federation({
        name: remote.name,
        filename: 'remoteEntry.js',
        exposes: { [EXPOSED_MODULE]: `./${ROUTES}` },
        shared: sharedByShell(command),
        ...insideShell,
      }),
    ],
  }));
}
