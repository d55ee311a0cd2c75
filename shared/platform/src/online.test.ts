// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { isOnline, onOnlineChange } from './online.ts';

afterEach(() => vi.restoreAllMocks());

test('for a site on this machine, ignores a late failure of a request from before the network returned', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const headRequest = Promise.withResolvers<Response>();
  vi.spyOn(globalThis, 'fetch').mockReturnValueOnce(headRequest.promise);
  const listener = vi.fn<() => void>();
  const stop = onOnlineChange(listener);

  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  headRequest.reject(new TypeError('Failed to fetch'));
  await expect(headRequest.promise).rejects.toThrow('Failed to fetch');
  expect(isOnline()).toBe(true);
  expect(listener).not.toHaveBeenCalled();
  stop();
});

test('for a site on this machine, a request to the site decides whether it is online', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const fetchSite = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const stop = onOnlineChange(() => {});
  await vi.waitFor(() => expect(isOnline()).toBe(false));
  fetchSite.mockResolvedValueOnce(new Response());
  window.dispatchEvent(new Event('offline'));
  await vi.waitFor(() => expect(isOnline()).toBe(true));
  stop();
});
