import type { ModuleFederationOptions } from '@module-federation/vite';
import type { Plugin } from 'vite';
import { PLAIN_IMPORT } from './plainImport.ts';
import { SHARES } from './shares.ts';

/** The federation plugin's entry, its list of shares, the modules that replace shares, and its list of exposed modules. */
const OF_PLUGIN = /virtual:mf-(REMOTE_ENTRY_ID|localSharedImportMap|exposes|external)|__loadShare__/;

/**
 * The shell's shares, for `shared` of the federation plugin. `import: false`: they are not bundled, since a remote with its
 * own copies would have a second React or session.
 *
 * Takes Vite's command: development code creates elements with `react/jsx-dev-runtime`.
 */
export function sharedByShell(command: 'build' | 'serve') {
  const shares = command === 'serve' ? { ...SHARES, 'react/jsx-dev-runtime': SHARES.react } : SHARES;
  return Object.fromEntries(
    Object.entries(shares).map(([share, requiredVersion]) => [
      share,
      { singleton: true, import: false, requiredVersion } as const,
    ]),
  );
}

/**
 * Further options of the federation plugin, for a remote of this site: the shell provides the federation runtime, so no
 * remote bundles it; no remote loads others; the gate checks types.
 */
export const insideShell = {
  experiments: { externalRuntime: true },
  disableRemote: true,
  dts: false,
  manifest: true,
  dev: { remoteHmr: true },
} satisfies Partial<ModuleFederationOptions>;

/**
 * Adjusts a build with the federation plugin's container to the plugin (1.23.0); the measurements are in
 * docs/decisions/003.
 *
 * - One chunk beside the entry, where the plugin would make seven. It includes the modules that replace shares, so that
 *   the container waits for them: in a page's chunk, a missing share would fail the page, not the load. It excludes what
 *   turns a page into a host: that would start the container a second time, with nothing shared.
 * - Shares are imported as a whole. The plugin exports only names that it has seen in use, and takes 10 ms without a parsed
 *   module for the end of the graph (its pull request 994): on a busy machine the build fails with MISSING_EXPORT.
 *
 * Takes the source of the exposed module, relative to the remote's folder.
 */
export function pluginContainer(routes: string): Plugin {
  // Imports without names, which stand for all names.
  const imports = Object.keys(SHARES).map((name) => `import '${name}';`);
  return {
    name: 'space-plugin-container',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        rolldownOptions: {
          input: routes,
          output: {
            codeSplitting: {
              groups: [{ name: 'container', test: (id) => id === PLAIN_IMPORT || OF_PLUGIN.test(id) }],
            },
          },
        },
      },
    }),
    transform: (code, id) =>
      id.endsWith(`/${routes}`) ? { code: `${imports.join('')}${code}`, map: null } : null,
  };
}
