import { expect, it, vi } from 'vitest';
import { keep } from './keep.ts';
import { latestRegistry, noteRegistry, readablePages } from './kept.ts';

it('gives up where no answer comes, so that what is wished for later is not held up', async () => {
  vi.stubGlobal('location', { origin: 'https://space.example' });
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, keys: async () => [] }) });
  const isOver = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(isOver.signal);
  const ask = vi.fn<(path: string, options: { signal: AbortSignal }) => Promise<never>>(
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  vi.stubGlobal('fetch', ask);
  const keeping = keep({ registry: '{}', pages: ['/about'], files: [] });
  await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
  isOver.abort(new DOMException('signal timed out', 'TimeoutError'));
  await expect(keeping).rejects.toThrow('timed out');
});

it('what the network names while pages are kept is not taken back: those pages are shown to no one', async () => {
  const [before, newer] = ['{"shell":"1","remotes":{}}', '{"shell":"2","remotes":{}}'];
  const stores = new Map<string, Map<string, Response>>();
  vi.stubGlobal('location', { origin: 'https://space.example' });
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const entries = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, entries);
      return {
        match: async (path: string) => entries.get(path)?.clone(),
        keys: async () => [...entries.keys()].map((path) => ({ url: `https://space.example${path}` })),
        delete: async (path: string) => entries.delete(path),
        put: async (path: string, response: Response) => {
          entries.set(path, response);
          // Another page is opened in this moment.
          if (path === '/about') await noteRegistry(newer);
        },
      };
    },
  });
  const page = `<script type="application/json" id="registry">${before}</script>`;
  vi.stubGlobal('fetch', async () => new Response(page, { headers: { 'content-type': 'text/html' } }));
  await keep({ registry: before, pages: ['/about'], files: [] });
  expect(await latestRegistry()).toBe(newer);
  expect(await readablePages()).toEqual([]);
});
