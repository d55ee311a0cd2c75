import type { Plugin } from 'vite';
import { importsOf } from './moduleNames.ts';

const PLATFORM = '@space/platform';
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** A plugin that watches a build, and what it has seen. */
interface Uses {
  plugin: Plugin;
  /** The names that the built code takes from the platform, sorted. Complete once bundles are being written. */
  names: () => string[];
}

/**
 * Collects which names a remote takes from `@space/platform`, in its own modules and in those of `@space/ui` that it
 * bundles; a module that nothing needs is not asked. The gate compares these names, and no others, with what the shell
 * shares.
 *
 * Must stand before plugins that change the source. The build fails for an import of the platform as a whole, because
 * no one could say what of it is used.
 */
export function usesOfPlatform(): Uses {
  const byModule = new Map<string, string[]>();
  const names = new Set<string>();
  const plugin: Plugin = {
    name: 'space-uses-of-platform',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      byModule.clear();
      names.clear();
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
      const own = imported.map(({ name }) => name);
      byModule.set(id, own);
      return null;
    },
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          for (const id of chunk.moduleIds) for (const name of byModule.get(id) ?? []) names.add(name);
        }
      },
    },
  };
  return { plugin, names: () => [...names].toSorted() };
}
