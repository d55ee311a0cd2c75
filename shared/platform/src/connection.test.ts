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

/** The browser says whether there is a network; without one the site on this machine does not answer either. */
async function setNetwork(isThere: boolean): Promise<void> {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  window.dispatchEvent(new Event(isThere ? 'online' : 'offline'));
  await vi.advanceTimersByTimeAsync(0);
}

test('a network that is back is asked at once, and once more soon: the first question may get no answer', async () => {
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

test('a page that is left, or without a network again, asks nothing', async () => {
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
