import { basename } from 'node:path';
import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { EXPOSED_MODULE } from './contract.ts';
import { CONTRACT_VERSION } from './contractVersion.ts';
import { fontLicences } from './fontLicences.ts';
import { noteStyles } from './noteStyles.ts';
import { CSS_TARGET, scopedName } from './styles.ts';
import { SHARES } from './shares.ts';
import { usesOfPlatform } from './usesOfPlatform.ts';
import { wholeShares } from './wholeShares.ts';
import { withoutReactDom } from './withoutReactDom.ts';

interface RemoteOptions {
  /** The remote's name, as in `PAGES`. */
  name: string;
  /** The port of its development server. */
  port: number;
}

/** Lent by the shell, never bundled: a remote that brought its own copy would have a second React or session. */
function borrowed(isDevelopment: boolean) {
  const specifiers = Object.entries(SHARES).map(([name, requiredVersion]) => [
    name,
    { singleton: true, import: false, requiredVersion } as const,
  ]);
  const development = { singleton: true, import: false, requiredVersion: SHARES.react } as const;
  return Object.fromEntries(
    isDevelopment ? [...specifiers, ['react/jsx-dev-runtime', development]] : specifiers,
  );
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
      wholeShares(Object.keys(SHARES), '/src/routes.tsx'),
      react(),
      withoutReactDom,
      fontLicences(),
      federation({
        name,
        filename: 'remoteEntry.js',
        exposes: { [EXPOSED_MODULE]: './src/routes.tsx' },
        shared: borrowed(command === 'serve'),
        // The shell publishes runtime-core on globalThis; a remote neither carries a copy nor loads other remotes.
        experiments: { externalRuntime: true },
        disableRemote: true,
        manifest: {
          additionalData: ({ stats }) => {
            Object.assign(stats, { contract: CONTRACT_VERSION, uses: uses.names() });
          },
        },
        dts: false,
        dev: { remoteHmr: true },
        moduleParseIdleTimeout: 60,
      }),
      noteStyles(),
    ],
    // Vite's PostCSS transformer stays: lightningcss hashes class names by path, so two remotes can get the same one.
    css: { modules: { generateScopedName: (local, file) => scopedName(name, local, basename(file), file) } },
    build: {
      target: 'es2022',
      cssTarget: CSS_TARGET,
      modulePreload: false,
      // One style sheet: the shell links it with its hash, and no chunk fetches another one unchecked (decision 012).
      cssCodeSplit: false,
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: 'src/routes.tsx',
        output: {
          codeSplitting: { groups: [{ name: 'federation', test: /federation|__mf|virtual:mf/ }] },
        },
      },
    },
    server: { host: '127.0.0.1', port, strictPort: true, origin: `http://127.0.0.1:${port}`, cors: true },
  });
}
