/** The version of the federation plugin that this repository builds with. */
export const PLUGIN_VERSION = '1.23.8';

/** The version of our own container (`leanContainer.ts`), in releases in place of the plugin's version. */
export const CONTAINER_VERSION = 'space-1';

/** Whether a container uses the federation runtime of the page; the others need none, or contain it. */
export const needsRuntime = (plugin: string): boolean => /^\d/.test(plugin);

/**
 * The tools whose containers today's shell can run: our own, @module-federation/vite, and @module-federation/enhanced
 * (Rspack, Rsbuild, webpack). Each version is tested: `npm run lab -- tools` builds the fixtures of e2e/stock with it and
 * opens them.
 */
export const CONTAINERS: readonly string[] = [
  CONTAINER_VERSION,
  PLUGIN_VERSION,
  '1.23.0',
  '1.22.1',
  '1.22.0',
  '1.21.6',
  'enhanced-2.9.3',
  'enhanced-2.9.2',
  'enhanced-2.9.1',
  'enhanced-2.8.2',
];
