import { askedToWait } from './retryAfter.ts';
import { createSleeping } from './sleeping.ts';

// The waits grow from the first one, for as long as the window lasts (rule session-refresh).
const FIRST_WAIT = 200;
const WINDOW = 30_000;

/** A person is not told of a failure, and need not press Retry, while the next attempt is this near. */
const SHORT_WAIT = 400;

/** A refresh that finds no server: tried again for a while, then held. */
export interface HeldRefresh {
  /**
   * Runs a request; when it fails, runs it again after 200, 400, 800 … ms for 30 s, and never before the server wants to
   * be asked again. After that it is held until `wake`, for this caller and for the next one.
   * @param subject what is asked for; a request for the same is the same request
   * @param signal ends the caller's wait; a request with one is asked at least once, also while others are held
   * @throws the error of the last attempt, when the 30 s or the caller's patience are over
   */
  run<Answer>(subject: string, request: () => Promise<Answer>, signal?: AbortSignal | null): Promise<Answer>;
  /** The network or the person is back: what waits is asked at once, and has another 30 s. */
  wake(): void;
  /** Rejects with the error of the next request that fails and is not tried again at once. */
  nextFailure(): Promise<never>;
  /** Nothing is tried again from now on: what waits waits for ever, unless its caller gives up. */
  stop(): void;
}

/** The attempts since the request was first made, or last woken. */
interface Series {
  attempts: number;
  /** When the 30 s are over. */
  end: number;
}

/**
 * supabase-js repeats a failed refresh by itself, with the same waits, but lets all who need a token meanwhile join its
 * sleep: Retry would do nothing although the network is back. And it begins again every minute or so, also where the
 * network is gone for hours. So it does not see a failure for as long as it would try itself; then it gives up.
 */
export function createHeldRefresh(): HeldRefresh {
  const sleeping = createSleeping();
  const watchers = new Set<(error: unknown) => void>();
  const exhausted = new Set<string>();
  let isStopped = false;

  function tell(error: unknown): void {
    for (const watcher of watchers) watcher(error);
    watchers.clear();
  }

  /** Waits for the next attempt at a request that has failed, and returns its series; throws the error after the last. */
  async function pause(
    { attempts, end }: Series,
    { subject, error, signal }: { subject: string; error: unknown; signal: AbortSignal | null | undefined },
  ): Promise<Series> {
    const now = Date.now();
    const asked = askedToWait(error);
    const wait = Math.max(FIRST_WAIT * 2 ** attempts, asked);
    const isLast = now + wait > end;
    const isShort = !isLast && wait <= SHORT_WAIT;
    if (isLast) exhausted.add(subject);
    if (!isShort) tell(error);
    const mayWake = () => {
      if (Date.now() >= now + asked) return !isShort;
      tell(error); // a person is not kept waiting for as long as the server wants not to be asked
      return false;
    };
    const how = await sleeping.sleep(isLast ? Math.max(0, end - now) : wait, { mayWake, signal });
    if (how === 'woken') return newSeries();
    if (how === 'aborted' || isLast) throw error;
    return { attempts: attempts + 1, end };
  }

  /** For a request that was tried in vain before: waits for `wake`, no longer than supabase-js waits for an answer. */
  async function rest(): Promise<void> {
    const how = await sleeping.sleep(WINDOW, { mayWake: () => true });
    if (how !== 'woken') throw new TypeError('The session cannot be refreshed now');
  }

  return {
    async run(subject, request, signal) {
      if (!signal && (exhausted.has(subject) || isStopped)) await rest();
      let series = newSeries();
      for (;;) {
        try {
          return await request();
        } catch (error) {
          series = await pause(series, { subject, error, signal });
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
