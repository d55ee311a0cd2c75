import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SATISFY = fileURLToPath(new URL('../src/load/satisfy.ts', import.meta.url));

/**
 * Replaces the federation runtime's own implementation of version ranges (1.6 kB after gzip): the shell judges ranges with
 * a function that it has anyway, before any code of a remote is fetched.
 */
export const smallRuntime: Plugin = {
  name: 'space-small-runtime',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer?.includes('/runtime-core/') && source.endsWith('/semver/index.js') ? SATISFY : null,
};
