import { relative } from 'node:path';
import { normalizePath, type Plugin } from 'vite';
import { importsOf, type ImportedName } from './moduleNames.ts';

const PLATFORM = '@space/platform';
/** A module of a package of ours that was installed. */
const INSTALLED = /node_modules\/@space\/([\w-]+)\/dist\/(.+)$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** A plugin that watches a build, and what it has seen. */
interface Uses {
  plugin: Plugin;
  /** The names that the built code takes from the platform, sorted. Complete once bundles are being written. */
  names: () => string[];
  /** Of each name a place that takes it, 'remotes/retro/src/Clock.tsx:3': the remote's own before one of `@space/ui`. */
  places: () => Record<string, string>;
}

/**
 * Collects which names a remote takes from `@space/platform`, in its own modules and in those of `@space/ui` that it
 * bundles; a module that nothing needs is not asked. The gate compares these names, and no others, with what the shell
 * shares.
 *
 * Must stand before plugins that change the source. Takes the remote's name. The build fails for an import of the platform
 * as a whole, because no one could say what of it is used.
 */
export function usesOfPlatform(remote: string): Uses {
  let root = '';
  const byModule = new Map<string, ImportedName[]>();
  const places = new Map<string, string>();
  /** By its place in the site's repository, whatever folder the remote is built from and wherever packages are installed. */
  const placeOf = (id: string) => {
    const path = normalizePath(relative(root, id));
    const [, name, file] = INSTALLED.exec(path) ?? [];
    if (file !== undefined) return `shared/${name}/${file}`;
    return path.startsWith('../') ? path.replace(/^.*(?=shared\/)/, '') : `remotes/${remote}/${path}`;
  };
  const plugin: Plugin = {
    name: 'space-uses-of-platform',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    buildStart() {
      byModule.clear();
      places.clear();
    },
    transform(code, id) {
      if (!SCRIPT.test(id) || !code.includes(PLATFORM)) return null;
      const imported = importsOf(code, id, PLATFORM);
      const whole = imported.find(({ name }) => name === '*');
      if (whole) {
        this.error(
          `${id}:${whole.line}: import from ${PLATFORM} by name, so that the gate can see what is used`,
        );
      }
      byModule.set(id, imported);
      return null;
    },
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          for (const id of chunk.moduleIds) {
            for (const { name, line } of byModule.get(id) ?? []) {
              const place = `${placeOf(id)}:${line}`;
              const known = places.get(name);
              if (known === undefined || place < known) places.set(name, place);
            }
          }
        }
      },
    },
  };
  const names = () => [...places.keys()].toSorted();
  return { plugin, names, places: () => Object.fromEntries(places) };
}
