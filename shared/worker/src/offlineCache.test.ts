import { beforeEach, expect, it, vi } from 'vitest';
import { filesIn, foldersIn, registryIn, titleIn } from './offlineCache.ts';

/** The browser's cache, by path; and whether it has room for more. */
const entries = new Map<string, Response>();
let hasRoom = true;

beforeEach(() => {
  entries.clear();
  hasRoom = true;
  vi.stubGlobal('location', { origin: 'https://space.example' });
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (path: string) => entries.get(path)?.clone(),
      keys: async () => [...entries.keys()].map((path) => ({ url: `https://space.example${path}` })),
      delete: async (path: string) => entries.delete(path),
      put: async (path: string, response: Response) => {
        if (!hasRoom) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
        entries.set(path, response);
      },
    }),
  });
});

/** A worker that has just started. */
async function startWorker() {
  vi.resetModules();
  return import('./offlineCache.ts');
}

const release = (path: string) => ({ entry: `/remotes/${path}/remoteEntry.js` });
const SITE = {
  shell: '1',
  remotes: {
    retro: { live: release('retro/2'), previous: release('retro/1'), canary: null, disabled: null },
    notes: { live: release('notes/3'), previous: null, canary: null, disabled: 'switched off' },
  },
};
const htmlWith = (registry: string) => `<!doctype html><html><head>
<script type="module" crossorigin src="/shell/1/assets/index.js"></script>
<script type="application/json" id="registry">${registry}</script>
<link rel="modulepreload" crossorigin href="/remotes/retro/2/remoteEntry.js" integrity="sha256-entry">
<style data-href="/shell/1/assets/index.css">p{}</style>
<link rel="canonical" href="https://planner.example/retro"><title>Better Space — Retro Mode</title></head>
<body><a href="/shell/1/no-file-of-a-tag">…</a></body></html>`;

it('offline-pages: a page names its registry, title and files; releases that may run have folders, a switched-off remote has none', () => {
  const registry = JSON.stringify(SITE);
  const html = htmlWith(registry);
  expect([registryIn(html), titleIn(html)]).toEqual([registry, 'Retro Mode']);
  expect(filesIn(html)).toEqual([
    '/shell/1/assets/index.js',
    '/remotes/retro/2/remoteEntry.js',
    '/shell/1/assets/index.css',
  ]);
  const folders = foldersIn(registry);
  expect(folders).toEqual(['/shell/1/', '/remotes/retro/2/', '/remotes/retro/1/']);
  expect(registryIn('<!doctype html><h1>Please sign in to the hotel network</h1>')).toBeNull();
});

it('offline-pages: a worker that begins to serve deletes the caches of the ones before it, and no others', async () => {
  const names = new Set(['better-space-pages', 'better-space-files', 'better-space-pages-3', 'others']);
  const remove = async (name: string) => names.delete(name);
  vi.stubGlobal('caches', { keys: async () => [...names], delete: remove });
  await (await startWorker()).deleteFormerCaches();
  expect([...names]).toEqual(['better-space-pages-3', 'others']);
});

it('offline-pages: a page with parameters is cached once for all its addresses', async () => {
  const pages = ['/notes', '/notes/:id', '/help/*'].map((path) => ({ path, access: 'signed-in' }));
  const worker = await startWorker();
  expect(await worker.cacheKeyOf('/notes/1')).toBe('/notes/1');
  await worker.storeRegistry(JSON.stringify({ remotes: { notes: { disabled: null, pages } } }));
  for (const [path, key] of [
    ['/notes', '/notes'],
    ['/notes/1', '/notes/:id'],
    ['/notes/:id', '/notes/:id'],
    ['/help/a/b', '/help/*'],
    ['/dashboard', '/dashboard'],
  ] as const)
    expect(await worker.cacheKeyOf(path)).toBe(key);
});

it('offline-pages: no cached page is shown once the network has named another registry, even without room to store it', async () => {
  const worker = await startWorker();
  const paths = async ({ readablePages } = worker) => [...(await readablePages()).keys()];
  await worker.storeRegistry('{"one":1}');
  entries.set('/dashboard', new Response(htmlWith('{"one":1}')));
  expect([await paths(), await paths(await startWorker())]).toEqual([['/dashboard'], ['/dashboard']]);
  hasRoom = false;
  await expect(worker.storeRegistry('{"two":2}')).rejects.toThrow('quota');
  expect([await paths(), await paths(await startWorker())]).toEqual([[], []]);
});

it('offline-pages: twenty pages are cached; a newer registry that arrives meanwhile stays, and the older pages are not shown', async () => {
  const [before, newer] = ['{"shell":"1","remotes":{}}', '{"shell":"2","remotes":{}}'];
  const worker = await startWorker();
  vi.stubGlobal('fetch', async () => {
    await worker.storeRegistry(newer); // another page is opened at this moment
    return new Response(htmlWith(before), { headers: { 'Content-Type': 'text/html' } });
  });
  const pages = Array.from({ length: 21 }, (_, n) => `/notes/${n}`);
  await worker.cacheForOffline({ registry: before, pages, files: [] });
  // Not the last page, and no file in whose place a page was sent.
  expect(await worker.cachedPaths()).toEqual(pages.slice(0, 20));
  expect(await worker.latestRegistry()).toBe(newer);
  expect([...(await worker.readablePages())]).toEqual([]);
});

it('offline-pages: a silent network ends caching after ten seconds, so that later caching is not blocked', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  timeout.mockReturnValue(AbortSignal.abort(new DOMException('signal timed out', 'TimeoutError')));
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => signal?.throwIfAborted());
  const { cacheForOffline } = await startWorker();
  await expect(cacheForOffline({ registry: '{}', pages: ['/about'], files: [] })).rejects.toThrow(
    'timed out',
  );
  expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
});
