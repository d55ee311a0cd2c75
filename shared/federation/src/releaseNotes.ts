import { join } from 'node:path';
import { normalizePath, type Plugin, type Rolldown } from 'vite';
import { contractOf } from './adapters.ts';
import { EXPOSED_MODULE } from './contract.ts';
import { CONTAINER_VERSION } from './containers.ts';

/** The notes of a build, in the format of the federation plugin. Browsers never request them. */
const FILE = 'mf-manifest.json';
const ENTRY = 'remoteEntry.js';
const NO_ASSETS = { js: { async: [], sync: [] }, css: { async: [], sync: [] } };

interface NotesOptions {
  /** The remote's name. */
  name: string;
  /** The source of the exposed module, relative to the remote's folder. */
  routes: string;
  /** What the shell shares: import specifier → range. */
  shares: Readonly<Record<string, string>>;
  /** Returns further fields of the notes; called when everything has been built. */
  more: () => Record<string, unknown>;
}

/** The given chunks and everything that they import, statically or, if `isLazy`, also when it is needed. */
function closureOf(bundle: Rolldown.OutputBundle, files: readonly string[], isLazy = false): Set<string> {
  const found = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || found.has(file)) return;
    found.add(file);
    chunk.imports.forEach(add);
    if (isLazy) chunk.dynamicImports.forEach(add);
  };
  files.forEach(add);
  return found;
}

/** The federation plugin's notes on its own container; empty without the plugin. */
function pluginNotes(bundle: Rolldown.OutputBundle): object {
  const file = bundle[FILE];
  if (file?.type !== 'asset') return {};
  const text = typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source);
  return JSON.parse(text) as object;
}

/** The corresponding notes on our own container. */
function ownNotes({ name, shares }: NotesOptions): object {
  const remoteEntry = { name: ENTRY, path: '', type: 'module' };
  const plugin = { pluginVersion: CONTAINER_VERSION, publicPath: 'auto' };
  return {
    id: name,
    name,
    metaData: { name, type: 'app', remoteEntry, globalName: name, ...plugin },
    shared: Object.entries(shares).map(([share, requiredVersion]) => ({
      id: `${name}:${share}`,
      name: share,
      singleton: true,
      requiredVersion,
      assets: NO_ASSETS,
    })),
    remotes: [],
  };
}

/**
 * Writes the notes of a build, from which the release's record is made: the tool of its container, its contract, its
 * shares, the scripts that come before a page's own, and the style sheet, which no script names. The same for both kinds of
 * containers.
 *
 * Takes the contents; returns the Vite plugin. The build fails if style sheets went in and none came out: a group of chunks
 * can lose them all silently.
 */
export function releaseNotes(options: NotesOptions): Plugin {
  const { name, routes, more } = options;
  return {
    name: 'space-release-notes',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.keys(bundle);
        if (!files.includes(ENTRY)) this.error(`the build has no ${ENTRY}`);
        const styles = files.filter((file) => file.endsWith('.css'));
        const lost = [...this.getModuleIds()].find((id) => id.endsWith('.css'));
        if (styles.length === 0 && lost !== undefined)
          this.error(`the build has lost its style sheets, among them ${lost}: check the chunk groups`);
        // The plugin also makes chunks that turn a page into a host, which no remote of this site imports.
        const imported = closureOf(bundle, [ENTRY], true);
        for (const [file, { type }] of Object.entries(bundle))
          if (type === 'chunk' && !imported.has(file)) delete bundle[file];
        const scripts = Object.values(bundle).filter((file) => file.type === 'chunk');
        const source = normalizePath(join(this.environment.config.root, routes));
        const contract = contractOf(this.getModuleInfo(source)?.exports ?? []);
        if (contract === null) this.error(`${routes} exports no 'pages', which the shell needs`);
        const exposed = scripts.filter(({ facadeModuleId }) => facadeModuleId === source);
        const sync = closureOf(bundle, [ENTRY, ...exposed.map(({ fileName }) => fileName)]);
        sync.delete(ENTRY);
        const others = scripts.map(({ fileName }) => fileName).filter((file) => !sync.has(file));
        const notes = {
          ...ownNotes(options),
          ...pluginNotes(bundle),
          exposes: [
            {
              id: `${name}:${EXPOSED_MODULE.slice(2)}`,
              name: EXPOSED_MODULE.slice(2),
              path: EXPOSED_MODULE,
              assets: { ...NO_ASSETS, js: { sync: [...sync], async: others } },
            },
          ],
          styles,
          contract,
          ...more(),
        };
        delete bundle[FILE];
        this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(notes) });
      },
    },
  };
}
