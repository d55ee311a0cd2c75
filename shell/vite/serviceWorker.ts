import { fileURLToPath } from 'node:url';
import { LICENCES } from '@space/federation';
import { build, type Plugin, type Rolldown } from 'vite';

/** In the release; `derive` puts it at the root of the site (shared/store/src/siteFiles.ts). */
const NAME = 'service-worker.js';

/**
 * Adds the service worker to a release: one classic script, which every browser with service workers runs. Pages register
 * the script that their `<meta name="service-worker">` names, which `site.json` can remove.
 */
export function serviceWorker(): Plugin {
  return {
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
      const [script, ...others] = (result as Rolldown.RolldownOutput).output;
      this.emitFile({ type: 'asset', fileName: NAME, source: script.code });
      for (const { fileName, ...other } of others) {
        const source = other.type === 'asset' ? other.source : other.code;
        this.emitFile({ type: 'asset', fileName: `service-worker-${fileName}`, source });
      }
    },
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'service-worker', content: `/${NAME}` }, injectTo: 'head' },
    ],
  };
}
