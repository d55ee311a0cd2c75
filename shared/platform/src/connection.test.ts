// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onReturn } from './connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
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
