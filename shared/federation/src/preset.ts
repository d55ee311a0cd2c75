import { basename } from 'node:path';
import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { EXPOSED_MODULE } from './contract.ts';
import { CONTRACT_VERSION } from './contractVersion.ts';
import { fontLicences } from './fontLicences.ts';
import { remoteContainer } from './remoteContainer.ts';
import { CSS_TARGET, scopedName } from './styles.ts';
import { SHARES } from './shares.ts';
import { usesOfPlatform } from './usesOfPlatform.ts';
import { withoutReactDom } from './withoutReactDom.ts';

interface RemoteOptions {
  /** The remote's name, as in its `remote.json`. */
  name: string;
  /** The port of its development server. */
  port: number;
}

/** The exposed module, from the remote's folder. */
const ROUTES = 'src/routes.tsx';

/**
 * The container of a development server: the federation plugin knows how changes reach a page that another server has
 * opened. What is shared by the shell is never bundled: a remote that brought its own copy would have a second React or
 * session.
 */
function developmentContainer(name: string) {
  const shared = { ...SHARES, 'react/jsx-dev-runtime': SHARES.react };
  return federation({
    name,
    filename: 'remoteEntry.js',
    exposes: { [EXPOSED_MODULE]: `./${ROUTES}` },
    shared: Object.fromEntries(
      Object.entries(shared).map(([share, requiredVersion]) => [
        share,
        { singleton: true, import: false, requiredVersion } as const,
      ]),
    ),
    // The shell publishes runtime-core on globalThis; a remote neither carries a copy nor loads other remotes.
    experiments: { externalRuntime: true },
    disableRemote: true,
    manifest: {
      additionalData: ({ stats }) => {
        Object.assign(stats, { contract: CONTRACT_VERSION });
      },
    },
    dts: false,
    dev: { remoteHmr: true },
  });
}

/**
 * The Vite configuration of a remote. It holds the traps of federation in one place; docs/decisions/003 gives the
 * measurements behind each line.
 *
 * Takes the remote's name and development port; returns what `vite.config.ts` exports.
 */
export function remoteConfig({ name, port }: RemoteOptions) {
  const uses = usesOfPlatform();
  return ({ command }: { command: 'build' | 'serve' }): UserConfig => ({
    // A release is served from a folder that is not known while building.
    base: command === 'build' ? './' : `http://127.0.0.1:${port}/`,
    cacheDir: 'node_modules/.vite',
    plugins: [
      uses.plugin,
      react(),
      withoutReactDom,
      fontLicences(),
      command === 'serve'
        ? developmentContainer(name)
        : remoteContainer({
            name,
            exposed: { name: EXPOSED_MODULE, source: ROUTES },
            shares: SHARES,
            notes: () => ({ contract: CONTRACT_VERSION, uses: uses.names() }),
          }),
    ],
    // Vite's PostCSS transformer stays: lightningcss hashes class names by path, so two remotes can get the same one.
    css: { modules: { generateScopedName: (local, file) => scopedName(name, local, basename(file), file) } },
    build: {
      target: 'es2022',
      cssTarget: CSS_TARGET,
      modulePreload: false,
      // For the release: which chunk holds which page.
      manifest: true,
      // One style sheet: the shell links it with its hash, and no chunk fetches another one unchecked (decision 012).
      cssCodeSplit: false,
      rolldownOptions: { checks: { pluginTimings: false } },
    },
    server: { host: '127.0.0.1', port, strictPort: true, origin: `http://127.0.0.1:${port}`, cors: true },
  });
}
