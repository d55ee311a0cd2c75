import { expect, it, vi } from 'vitest';
import { keep } from './keep.ts';

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
