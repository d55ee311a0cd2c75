import { retryDelayOf } from './retryAfter.ts';
import { createSleeping } from './sleeping.ts';

// The delays double from the first one until the window has passed (rule session-refresh). In milliseconds.
const FIRST_WAIT = 200;
const WINDOW = 30_000;

/** A failure is not reported to the user while the next attempt is at most this far away. In milliseconds. */
const SHORT_WAIT = 400;

/** Retries a refresh that cannot reach the server for a while, then holds it. */
export interface HeldRefresh {
  /**
   * Runs a request. If it fails, retries it after 200, 400, 800 … ms for 30 s, but never before the server's
   * `Retry-After`. After that, requests with the same key are held until `wake`, also those of later callers.
   * @param key identifies the request: the refresh token
   * @param signal ends the caller's wait; a request with a signal runs at least once, even while others are held
   * @throws the error of the last attempt, when the 30 s have passed or the signal aborts
   */
  run<Result>(key: string, request: () => Promise<Result>, signal?: AbortSignal | null): Promise<Result>;
  /** Retries all waiting requests at once, for another 30 s: the network or the user is back. */
  wake(): void;
  /** Rejects with the error of the next request that fails and is not retried soon. */
  nextFailure(): Promise<never>;
  /** Ends all retries: a waiting request stays pending for ever, unless its signal aborts. */
  stop(): void;
}

/** The attempts since the request was first made or last woken. */
interface Series {
  attempts: number;
  /** When the 30 s have passed, in milliseconds since 1970. */
  end: number;
}

/**
 * supabase-js retries a failed refresh by itself with the same delays, but makes every caller that needs a token wait for
 * that retry: a Retry button would do nothing although the network is back. It also starts again about once a minute, even
 * if the network is gone for hours. So failures are hidden from it for as long as it would retry itself; then it gives up.
 */
export function createHeldRefresh(): HeldRefresh {
  const sleeping = createSleeping();
  const watchers = new Set<(error: unknown) => void>();
  const exhausted = new Set<string>();
  let isStopped = false;

  function reportFailure(error: unknown): void {
    for (const watcher of watchers) watcher(error);
    watchers.clear();
  }

  /** Waits until a failed request may be retried, and returns its series; after the last attempt it throws the error. */
  async function pause(
    { attempts, end }: Series,
    { key, error, signal }: { key: string; error: unknown; signal: AbortSignal | null | undefined },
  ): Promise<Series> {
    const now = Date.now();
    const requestedDelay = retryDelayOf(error);
    const delay = Math.max(FIRST_WAIT * 2 ** attempts, requestedDelay);
    const isLast = now + delay > end;
    const isShort = !isLast && delay <= SHORT_WAIT;
    if (isLast) exhausted.add(key);
    if (!isShort) reportFailure(error);
    const mayWake = () => {
      if (Date.now() >= now + requestedDelay) return !isShort;
      reportFailure(error); // the user is told at once, not only after the server's `Retry-After`
      return false;
    };
    const sleepEnd = await sleeping.sleep(isLast ? Math.max(0, end - now) : delay, { mayWake, signal });
    if (sleepEnd === 'woken') return newSeries();
    if (sleepEnd === 'aborted' || isLast) throw error;
    return { attempts: attempts + 1, end };
  }

  /** Waits for `wake` before a request that has used up its retries, but no longer than supabase-js waits for a response. */
  async function waitForWake(): Promise<void> {
    const sleepEnd = await sleeping.sleep(WINDOW, { mayWake: () => true });
    if (sleepEnd !== 'woken') throw new TypeError('The session cannot be refreshed now');
  }

  return {
    async run(key, request, signal) {
      if (!signal && (exhausted.has(key) || isStopped)) await waitForWake();
      let series = newSeries();
      for (;;) {
        try {
          return await request();
        } catch (error) {
          series = await pause(series, { key, error, signal });
        }
      }
    },
    wake() {
      exhausted.clear();
      sleeping.wake();
    },
    nextFailure: () => new Promise((_resolve, reject) => watchers.add(reject)),
    stop() {
      isStopped = true;
      sleeping.stop();
    },
  };
}

function newSeries(): Series {
  return { attempts: 0, end: Date.now() + WINDOW };
}
