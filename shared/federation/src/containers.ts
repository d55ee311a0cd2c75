/** The version of the federation plugin that this repository builds with. */
export const PLUGIN_VERSION = '1.23.0';

/** What a release says in the place of the plugin's version when its container is our own (`leanContainer.ts`). */
export const CONTAINER_VERSION = 'space-1';

/** Whether a container finds parts of the federation runtime on the page; the others have none, or bring all of it. */
export const needsRuntime = (plugin: string): boolean => /^\d/.test(plugin);

/**
 * Whose containers a shell of today can run: our own, those of @module-federation/vite, and of @module-federation/enhanced
 * (Rspack, Rsbuild, webpack). Each version was seen to run here: `npm run lab -- tools` builds the fixtures of e2e/stock with it
 * and opens them.
 */
export const CONTAINERS: readonly string[] = [
  CONTAINER_VERSION,
  PLUGIN_VERSION,
  '1.22.1',
  '1.22.0',
  '1.21.6',
  'enhanced-2.9.3',
  'enhanced-2.9.2',
  'enhanced-2.9.1',
  'enhanced-2.8.2',
];
