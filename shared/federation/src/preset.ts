import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { basename } from 'node:path';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { CSS_TARGET, eagerCompile, fontLicences, scopedName } from './build.ts';
import { ROUTES, containerOptions, containerPlugins } from './container.ts';
import { LICENCES } from './registry.ts';
import { releaseNotes } from './releaseNotes.ts';

export { containerOptions } from './container.ts';

// Otherwise the plugin does nothing in a process that a test has started.
process.env['MFE_VITE_NO_TEST_ENV_CHECK'] = 'true';

/** The part of a `remote.json` that a build needs. */
interface RemoteOptions {
  name: string;
  /** The port of its development server. */
  port: number;
}

/**
 * If these are installed, as in the repository of a remote, Vite must not prebundle them: they would lose their CSS
 * modules, and the platform would exist twice. If they are sources, Vite does not do so anyway.
 */
const OUR_PACKAGES = ['auth', 'domain', 'federation', 'platform', 'supabase', 'ui'].map(
  (name) => `@space/${name}`,
);
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
    // One style sheet: the shell links it with its hash, and no chunk fetches another one unchecked.
    cssCodeSplit: false,
    license: { fileName: LICENCES },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  // All are prebundled before the first page: one that is found later is answered with 504, and the page is reloaded.
  optimizeDeps: { entries: [ROUTES], exclude: OUR_PACKAGES, include: OF_OUR_PACKAGES },
  server: { host: '127.0.0.1', port, strictPort: true, origin: `http://127.0.0.1:${port}`, cors: true },
});

/** The React plugin prebundles react-dom in development and complains if a remote has none: only the shell renders. */
const withoutReactDom: Plugin = {
  name: 'space-without-react-dom',
  apply: 'serve',
  configResolved({ environments }) {
    const { include } = environments['client']?.optimizeDeps ?? {};
    const index = include?.indexOf('react-dom') ?? -1;
    if (index >= 0) include?.splice(index, 1);
  },
};

/**
 * All of a remote's Vite plugins except React's and the federation plugin; docs/decisions/003 gives the measurements. Takes
 * what `remote.json` declares; returns plugins, which must come before all others.
 */
export const remotePreset = (remote: RemoteOptions): Plugin[] => [
  {
    name: 'space-settings',
    enforce: 'pre',
    config: (_given, { command }) => settingsOf(remote, command),
  },
  ...containerPlugins,
  withoutReactDom,
  fontLicences(),
  eagerCompile(),
  releaseNotes(remote.name),
];

/** The Vite configuration of a remote. Takes what `remote.json` declares; returns what `vite.config.ts` exports. */
export const remoteConfig = (remote: RemoteOptions) =>
  defineConfig(({ command }) => ({
    plugins: [remotePreset(remote), react(), federation(containerOptions(remote.name, command))],
  }));
