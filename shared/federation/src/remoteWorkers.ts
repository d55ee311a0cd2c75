import { extname, join } from 'node:path';
import { normalizePath, type Plugin, type UserConfig } from 'vite';
import { SHARES } from './shares.ts';

const HELPER = normalizePath(join(import.meta.dirname, `startWorker${extname(import.meta.filename)}`));
/** The call as Vite leaves it after building the worker. */
const START = /\bnew\s+(Worker|SharedWorker)\s*\(\s*(?=new\s+URL\s*\()/g;

/** A worker bundles its own imports: a share would be a second copy, without the page's session. */
const withoutShares: Plugin = {
  name: 'space-worker-without-shares',
  enforce: 'pre',
  resolveId(source, importer) {
    if (Object.hasOwn(SHARES, source))
      this.error(
        `${importer ?? 'A worker'} imports ${source}, which belongs to the page. Send the worker what it needs in a message.`,
      );
    return null;
  },
};

/** Vite's settings for workers: module workers, like the code that starts them. */
export const WORKER_SETTINGS: NonNullable<UserConfig['worker']> = {
  format: 'es',
  plugins: () => [withoutShares],
};

/**
 * Makes `new Worker(new URL('./x.ts', import.meta.url), { type: 'module' })` work under the site's policy, which accepts
 * only trusted addresses. The page that starts a worker contains the few bytes for it.
 */
export const remoteWorkers: Plugin = {
  name: 'space-remote-workers',
  enforce: 'post',
  transform(code, id) {
    if (id.includes('/node_modules/.vite/') || code.search(START) < 0) return null;
    const started = code.replaceAll(START, (_, kind: string) => `__startWorker(${kind}, `);
    return { code: `import { startWorker as __startWorker } from '${HELPER}';${started}`, map: null };
  },
};
