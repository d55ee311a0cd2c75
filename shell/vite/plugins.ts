import { fileURLToPath } from 'node:url';
import { LICENCES } from '@space/federation';
import { build, type Plugin, type Rolldown } from 'vite';

/**
 * Uses the production build of react-router: its package (7.18.5) always exports the development build, which includes its
 * warnings (e2e/specs/budget.spec.ts would notice the difference).
 */
export const productionRouter: Plugin = {
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

/** In the release; `derive` puts it at the root of the site (shared/store/src/siteFiles.ts). */
const NAME = 'service-worker.js';

/**
 * Adds the service worker to a release: one classic script, which every browser with service workers runs. Pages register
 * the script that their `<meta name="service-worker">` names, which `site.json` can remove.
 */
export const serviceWorker: Plugin = {
  name: 'space:service-worker',
  apply: 'build',
  async generateBundle() {
    const result = await build({
      configFile: false,
      logLevel: 'warn',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        target: 'es2022',
        license: { fileName: LICENCES },
        rolldownOptions: {
          input: fileURLToPath(import.meta.resolve('@space/worker/serviceWorker')),
          output: { format: 'iife', entryFileNames: NAME },
        },
      },
    });
    // Without watch mode the result is a single output.
    for (const part of (result as Rolldown.RolldownOutput).output) {
      const fileName = part.fileName === NAME ? NAME : `service-worker-${part.fileName}`;
      this.emitFile({ type: 'asset', fileName, source: part.type === 'asset' ? part.source : part.code });
    }
  },
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'service-worker', content: `/${NAME}` }, injectTo: 'head' },
  ],
};
