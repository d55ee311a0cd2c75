import { relative } from 'node:path';
import { normalizePath, type Plugin } from 'vite';
import { importsOf, type ImportedName } from './moduleNames.ts';

const PLATFORM = '@space/platform';
/** A module of one of our packages that is installed. */
const INSTALLED = /node_modules\/@space\/([\w-]+)\/dist\/(.+)$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** A plugin that watches a build, and its findings. */
interface Uses {
  plugin: Plugin;
  /** The names that the built code imports from the platform, sorted. Complete once bundles are being written. */
  names: () => string[];
  /** For each name a place that imports it, 'remotes/retro/src/Clock.tsx:3': the remote's own before one of `@space/ui`. */
  places: () => Record<string, string>;
}

/**
 * Collects which names a remote imports from `@space/platform`, in its own modules and in those of `@space/ui` that it
 * bundles; unused modules do not count. The gate compares these names, and no others, with what the shell shares.
 *
 * Must come before plugins that change the source. Takes the remote's name. The build fails for an import of the platform
 * as a whole, because it would not be known which names are used.
 */
export function usesOfPlatform(remote: string): Uses {
  let root = '';
  const byModule = new Map<string, ImportedName[]>();
  const places = new Map<string, string>();
  /** A module's path in the site's repository, wherever the remote is built and packages are installed. */
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
