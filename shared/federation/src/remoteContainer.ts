import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalizePath } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { CONTAINER_VERSION } from './gate.ts';
import { namesOfShare } from './moduleNames.ts';

/** The entry of a remote's build. */
const CONTAINER = 'virtual:space-container';
/** The chunk that holds it, with the exposed module. */
const CHUNK = 'container';
const RESOLVED = `\0${CONTAINER}`;
const SHARE = '\0space-share:';
const HELPER = normalizePath(fileURLToPath(new URL('container.ts', import.meta.url)));
const PRELOAD_HELPER = '\0vite/preload-helper.js';
/** What every remote needs before its first page: in a chunk of its own each of these would be one more request. */
const OWN = new Set([RESOLVED, PRELOAD_HELPER, '\0rolldown/runtime.js']);

interface ContainerOptions {
  /** The remote's name. */
  name: string;
  /** The exposed module: its name ('./routes') and its source, from the remote's folder. */
  exposed: { name: string; source: string };
  /** What the shell shares: import specifier → range. */
  shares: Readonly<Record<string, string>>;
  /** What else the build's notes say; asked when everything has been built. */
  notes: () => Record<string, unknown>;
}

/** The first module of the remote: it knows what is shared and what is exposed. */
function codeOfEntry({ exposed, shares }: ContainerOptions): string {
  const specifiers = Object.keys(shares);
  const imports = specifiers.map((name, index) => `import { receive as b${index} } from '${SHARE}${name}';`);
  const receivers = specifiers.map((name, index) => `'${name}': b${index}`);
  return `
    import { createContainer } from '${HELPER}';
    import { routes } from '/${exposed.source}';
    ${imports.join('\n')}
    const container = createContainer({
      receivers: { ${receivers.join(', ')} },
      exposed: { '${exposed.name}': { routes } },
    });
    export const { init, get } = container;`;
}

/** What replaces a share: its names, which get their values when the shell shares it. */
function codeOfShare(names: readonly string[]): string {
  const own = names.filter((name) => name !== 'default').map((name, index) => [name, `v${index}`] as const);
  return `
    let whole;
    ${own.map(([, variable]) => `let ${variable};`).join('')}
    export { whole as default, ${own.map(([name, variable]) => `${variable} as ${name}`).join(', ')} };
    export function receive(shared) {
      whole = shared.default ?? shared;
      ${own.map(([name, variable]) => `${variable} = shared.${name};`).join('\n')}
    }`;
}

/** The chunk with everything that it imports statically, itself first. */
function closureOf(bundle: Rolldown.OutputBundle, file: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || found.has(file)) return found;
  found.add(file);
  for (const next of chunk.imports) closureOf(bundle, next, found);
  return found;
}

/**
 * Builds the container of a remote that is released, in the place of the federation plugin, whose own container has
 * 34 kB for cases that cannot occur here (docs/decisions/003). Writes `remoteEntry.js`, one chunk with the container and
 * the exposed module, and the notes `mf-manifest.json` in the plugin's format.
 *
 * Takes the remote's name, what it exposes and needs, and what its notes say besides. The build fails when the exposed
 * module needs a share itself, since it runs before anything is shared: pages are fetched lazily.
 */
export function remoteContainer(options: ContainerOptions): Plugin {
  const { name, exposed, shares, notes } = options;
  let routes = '';
  return {
    name: 'space-remote-container',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        rolldownOptions: {
          input: { remoteEntry: CONTAINER },
          preserveEntrySignatures: 'strict',
          output: {
            entryFileNames: '[name].js',
            codeSplitting: {
              groups: [{ name: CHUNK, test: (id) => OWN.has(id) || id.startsWith(SHARE) || id === routes }],
            },
          },
        },
      },
    }),
    configResolved({ root }) {
      routes = normalizePath(join(root, exposed.source));
    },
    resolveId(source) {
      if (source === CONTAINER) return RESOLVED;
      return source.startsWith(SHARE) ? source : source in shares ? SHARE + source : null;
    },
    async load(id) {
      // There are no style sheets and no lists to fetch ahead: the shell does both, from the release's record.
      if (id === PRELOAD_HELPER) return 'export const __vitePreload = (load) => load();';
      if (id === RESOLVED) return codeOfEntry(options);
      if (!id.startsWith(SHARE)) return null;
      const specifier = id.slice(SHARE.length);
      const file = await this.resolve(specifier, undefined, { skipSelf: true });
      if (!file) this.error(`${specifier} is shared and not installed`);
      return codeOfShare(namesOfShare(specifier, file.id));
    },
    buildEnd() {
      const look = (id: string, path: readonly string[]): void => {
        if (id.startsWith(SHARE)) {
          const by = path.map((part) => part.split('/').slice(-2).join('/')).join(' → ');
          this.error(
            `${id.slice(SHARE.length)} is needed before it is shared, by ${by}: import pages lazily`,
          );
        }
        if (!path.includes(id)) {
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) look(next, [...path, id]);
        }
      };
      look(routes, []);
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const container = files.find((file) => file.type === 'chunk' && file.name === CHUNK);
        if (!container) this.error('the build has no container');
        const sync = closureOf(bundle, container.fileName);
        const scripts = files.filter(({ type }) => type === 'chunk').map(({ fileName }) => fileName);
        const entry = { name: 'remoteEntry.js', path: '', type: 'module' };
        const plugin = { pluginVersion: CONTAINER_VERSION, publicPath: 'auto' };
        this.emitFile({
          type: 'asset',
          fileName: 'mf-manifest.json',
          source: JSON.stringify({
            id: name,
            name,
            metaData: { name, type: 'app', remoteEntry: entry, globalName: name, ...plugin },
            shared: Object.entries(shares).map(([share, requiredVersion]) => ({
              id: `${name}:${share}`,
              name: share,
              singleton: true,
              requiredVersion,
              assets: { js: { async: [], sync: [] }, css: { async: [], sync: [] } },
            })),
            remotes: [],
            exposes: [
              {
                id: `${name}:${exposed.name.slice(2)}`,
                name: exposed.name.slice(2),
                path: exposed.name,
                assets: {
                  js: { sync: [...sync], async: scripts.filter((file) => !sync.has(file)) },
                  css: { async: [], sync: [] },
                },
              },
            ],
            styles: Object.keys(bundle).filter((file) => file.endsWith('.css')),
            ...notes(),
          }),
        });
      },
    },
  };
}
