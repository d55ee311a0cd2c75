import type { Plugin } from 'vite';

/**
 * Uses the production build of react-router: its package (7.18.5) always exports the development build, which includes its
 * warnings (shared/release/tests/budget.test.ts measures the difference).
 */
export function productionRouter(): Plugin {
  return {
    name: 'space:production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router(\/dom)?$/ },
      async handler(source, importer, options) {
        const result = await this.resolve(source, importer, { ...options, skipSelf: true });
        return result && { ...result, id: result.id.replace('/dist/development/', '/dist/production/') };
      },
    },
  };
}
