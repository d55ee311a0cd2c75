import type { ModuleFederationOptions } from '@module-federation/vite';
import type { Plugin } from 'vite';
import { PLAIN_IMPORT } from './plainImport.ts';
import { SHARES } from './shares.ts';

/** What the federation plugin calls its entry, its list of shares, the modules in their place, and the list of what is exposed. */
const OF_PLUGIN = /virtual:mf-(REMOTE_ENTRY_ID|localSharedImportMap|exposes|external)|__loadShare__/;

/**
 * What the shell shares, for `shared` of the federation plugin. `import: false`: nothing of it is bundled, since a remote
 * with a copy of its own would have a second React or session.
 *
 * Takes Vite's command; development code makes its elements with something more.
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
 * Further options of the federation plugin, for a remote of this site: the shell brings the federation runtime, so no
 * remote carries a copy; none loads other remotes; types are checked by the gate.
 */
export const insideShell = {
  experiments: { externalRuntime: true },
  disableRemote: true,
  dts: false,
  manifest: true,
  dev: { remoteHmr: true },
} satisfies Partial<ModuleFederationOptions>;

/**
 * What a release with the federation plugin's container needs beside the plugin (1.23.0), in the measurements of
 * docs/decisions/003.
 *
 * - One chunk beside the entry, where the plugin would make seven. The modules in the place of shares are among it, so
 *   that the container waits for them: in a page's own chunk a missing share would fail the page, not the load. What makes
 *   a host of a page is not: it would start the container a second time, with nothing shared.
 * - The names of shares are asked for as a whole. The plugin keeps those that it has seen used, and takes 10 ms without a
 *   parsed module for the end of the graph (its pull request 994): on a busy machine the build fails with MISSING_EXPORT.
 *
 * Takes the source of the exposed module, from the remote's folder.
 */
export function pluginContainer(routes: string): Plugin {
  // Without names, which stand for all of them.
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
