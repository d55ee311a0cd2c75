import { expect, it, vi } from 'vitest';
import { cacheForOffline } from './cacheForOffline.ts';

it('gives up when a request times out, so that later caching is not blocked', async () => {
  vi.stubGlobal('location', { origin: 'https://space.example' });
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, keys: async () => [] }) });
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  const fetch = vi.fn<(path: string, options: { signal: AbortSignal }) => Promise<never>>(
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  vi.stubGlobal('fetch', fetch);
  const caching = cacheForOffline({ registry: '{}', pages: ['/about'], files: [] });
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  timeout.abort(new DOMException('signal timed out', 'TimeoutError'));
  await expect(caching).rejects.toThrow('timed out');
});
