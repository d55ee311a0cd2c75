import type { Plugin } from 'vite';

/**
 * Takes the production build of react-router: its package (7.18.5) names the development build alone, whatever is built, and that
 * has its warnings (shared/release/tests/budget.test.ts weighs the difference).
 */
export function productionRouter(): Plugin {
  return {
    name: 'space:production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router(\/dom)?$/ },
      async handler(source, importer, options) {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
      },
    },
  };
}
