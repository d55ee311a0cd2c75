// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { isOnline, onOnlineChange } from './online.ts';

afterEach(() => vi.restoreAllMocks());

test('on this machine a late answer from before does not take back that the network is there', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const asked = Promise.withResolvers<Response>();
  vi.spyOn(globalThis, 'fetch').mockReturnValueOnce(asked.promise);
  const heard = vi.fn<() => void>();
  const stop = onOnlineChange(heard);

  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  asked.reject(new TypeError('Failed to fetch'));
  await expect(asked.promise).rejects.toThrow('Failed to fetch');
  expect(isOnline()).toBe(true);
  expect(heard).not.toHaveBeenCalled();
  stop();
});

test('on this machine the site is asked, and says whether it can be reached', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const ask = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const stop = onOnlineChange(() => {});
  await vi.waitFor(() => expect(isOnline()).toBe(false));
  ask.mockResolvedValueOnce(new Response());
  window.dispatchEvent(new Event('offline'));
  await vi.waitFor(() => expect(isOnline()).toBe(true));
  stop();
});
