import { afterEach, expect, test, vi } from 'vitest';
import { isStuckImport } from './stuckImport.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const ERROR = new TypeError(
  'Failed to fetch dynamically imported module: https://planner.example/shell/a.js',
);

/** A network that never responds: a request ends only when its signal aborts. */
function silenceNetwork(): void {
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
}

test('does not ask for a reload if the network is silent until the time limit', async () => {
  silenceNetwork();
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const check = isStuckImport(ERROR);
  limit.abort(new DOMException('', 'TimeoutError'));
  expect(await check).toBe(false);
  expect(timeout).toHaveBeenCalledTimes(1);
});

test('asks for a reload if the file that could not be imported is available by now', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  expect(await isStuckImport(ERROR)).toBe(true);
});

test('leaves files of remotes to their own retry', async () => {
  const ofRemote = new TypeError(ERROR.message.replace('/shell/', '/remotes/retro/'));
  expect(await isStuckImport(ofRemote)).toBe(false);
});
