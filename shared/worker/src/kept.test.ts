import { beforeEach, expect, it, vi } from 'vitest';

/** What the browser keeps, by path; and whether it gives room for more. */
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
  return import('./kept.ts');
}

const pageWith = (registry: string) =>
  new Response(`<script type="application/json" id="registry">${registry}</script>`);

it('a page with parameters is kept once for all its addresses', async () => {
  const page = (path: string) => ({ path, access: 'signed-in' });
  const pages = ['/notes', '/notes/:id', '/help/*'].map(page);
  const worker = await startWorker();
  expect(await worker.keyOf('/notes/1')).toBe('/notes/1');
  await worker.noteRegistry(JSON.stringify({ remotes: { notes: { pages } } }));
  for (const [path, key] of [
    ['/notes', '/notes'],
    ['/notes/1', '/notes/:id'],
    ['/notes/:id', '/notes/:id'],
    ['/help/a/b', '/help/*'],
    ['/dashboard', '/dashboard'],
  ] as const)
    expect(await worker.keyOf(path)).toBe(key);
});

it('a page that was kept is shown to no one once the network has named another release, also where there is no room to note that', async () => {
  const worker = await startWorker();
  await worker.noteRegistry('{"one":1}');
  entries.set('/dashboard', pageWith('{"one":1}'));
  expect(await worker.readablePages()).toMatchObject([{ path: '/dashboard' }]);
  expect(await (await startWorker()).readablePages()).toHaveLength(1);

  hasRoom = false;
  await expect(worker.noteRegistry('{"two":2}')).rejects.toThrow('quota');
  expect(await worker.readablePages()).toEqual([]);
  expect(await (await startWorker()).readablePages()).toEqual([]);
});

it('what the network names while pages are kept is not taken back: those pages are shown to no one', async () => {
  const [before, newer] = ['{"shell":"1","remotes":{}}', '{"shell":"2","remotes":{}}'];
  const worker = await startWorker();
  vi.stubGlobal('fetch', async () => {
    // Another page is opened in this moment.
    await worker.noteRegistry(newer);
    return pageWith(before);
  });
  // Of the same worker.
  const { keep } = await import('./keep.ts');
  await keep({ registry: before, pages: ['/about'], files: [] });
  expect(await worker.keptPaths()).toEqual(['/about']);
  expect(await worker.latestRegistry()).toBe(newer);
  expect(await worker.readablePages()).toEqual([]);
});
