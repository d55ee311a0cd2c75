import { beforeEach, expect, it, vi } from 'vitest';

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

const pageWith = (registry: string) =>
  new Response(`<script type="application/json" id="registry">${registry}</script>`);

it('deletes the caches of the worker from before, and no other ones', async () => {
  const names = new Set(['better-space-pages', 'better-space-files', 'better-space-pages-3', 'others']);
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  });
  await (await startWorker()).deleteFormerCaches();
  expect([...names]).toEqual(['better-space-pages-3', 'others']);
});

it('caches a page with parameters once for all its addresses', async () => {
  const page = (path: string) => ({ path, access: 'signed-in' });
  const pages = ['/notes', '/notes/:id', '/help/*'].map(page);
  const worker = await startWorker();
  expect(await worker.cacheKeyOf('/notes/1')).toBe('/notes/1');
  await worker.storeRegistry(JSON.stringify({ remotes: { notes: { pages } } }));
  for (const [path, key] of [
    ['/notes', '/notes'],
    ['/notes/1', '/notes/:id'],
    ['/notes/:id', '/notes/:id'],
    ['/help/a/b', '/help/*'],
    ['/dashboard', '/dashboard'],
  ] as const)
    expect(await worker.cacheKeyOf(path)).toBe(key);
});

it('shows no cached page once the network has named another registry, even if there is no room to store it', async () => {
  const worker = await startWorker();
  await worker.storeRegistry('{"one":1}');
  entries.set('/dashboard', pageWith('{"one":1}'));
  expect(await worker.readablePages()).toMatchObject([{ path: '/dashboard' }]);
  expect(await (await startWorker()).readablePages()).toHaveLength(1);

  hasRoom = false;
  await expect(worker.storeRegistry('{"two":2}')).rejects.toThrow('quota');
  expect(await worker.readablePages()).toEqual([]);
  expect(await (await startWorker()).readablePages()).toEqual([]);
});

it('keeps a newer registry that arrives during caching, and does not show the older pages cached then', async () => {
  const [before, newer] = ['{"shell":"1","remotes":{}}', '{"shell":"2","remotes":{}}'];
  const worker = await startWorker();
  vi.stubGlobal('fetch', async () => {
    // Another page is opened at this moment.
    await worker.storeRegistry(newer);
    return pageWith(before);
  });
  // Imports the modules of the same worker.
  const { cacheForOffline } = await import('./cacheForOffline.ts');
  await cacheForOffline({ registry: before, pages: ['/about'], files: [] });
  expect(await worker.cachedPaths()).toEqual(['/about']);
  expect(await worker.latestRegistry()).toBe(newer);
  expect(await worker.readablePages()).toEqual([]);
});
