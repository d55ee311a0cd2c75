import type { Plugin } from 'vite';

const PRELOAD_HELPER = '\0vite/preload-helper.js';
/** The module that every lazy import calls. It has its own id, so that it can be part of the container's chunk. */
export const PLAIN_IMPORT = '\0space-plain-import';

/**
 * Replaces Vite's helper for lazy imports (0.9 kB and a request): it would have no style sheets or chunks to preload, since
 * the shell preloads both from the release's record.
 */
export const plainImport: Plugin = {
  name: 'space-plain-import',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === PRELOAD_HELPER ? PLAIN_IMPORT : null),
  load: (id) => (id === PLAIN_IMPORT ? 'export const __vitePreload = (load) => load();' : null),
};
