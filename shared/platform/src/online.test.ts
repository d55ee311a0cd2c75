// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isOnline, onOnlineChange, onReturn } from './online.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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
  await expect.poll(isOnline).toBe(false);
  fetchSite.mockResolvedValueOnce(new Response());
  window.dispatchEvent(new Event('offline'));
  await expect.poll(isOnline).toBe(true);
  stop();
});

describe('return-refresh: the user or the network returns', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  });

  /** Sets whether the browser reports a network; without one, requests to the site on this machine fail too. */
  async function setNetwork(isThere: boolean): Promise<void> {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    window.dispatchEvent(new Event(isThere ? 'online' : 'offline'));
    await vi.advanceTimersByTimeAsync(0);
  }

  test('calls back as soon as the network returns and again soon after, as the first request may fail', async () => {
    const look = vi.fn<() => void>();
    const stop = onReturn(look);
    await setNetwork(false);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(look).not.toHaveBeenCalled();

    await setNetwork(true);
    expect(look).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(look).toHaveBeenCalledTimes(2);

    stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(look).toHaveBeenCalledTimes(2);
  });

  test('does not call back after it is stopped or while the network is gone again', async () => {
    const look = vi.fn<() => void>();
    const stop = onReturn(look);
    await setNetwork(false);
    await setNetwork(true);
    await setNetwork(false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(look).toHaveBeenCalledTimes(1);
    await setNetwork(true);
    stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(look).toHaveBeenCalledTimes(2);
  });
});
