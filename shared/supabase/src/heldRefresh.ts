/** Longer than supabase-js tries for (30 s, spec section 9): after one held request it gives up by itself. */
const LONGEST_HOLD = 30_000;

/** A refresh that found no server, kept at the ready. */
export interface HeldRefresh {
  /**
   * Runs a request; when it fails, keeps it until somebody asks again, then runs it again. Rejects after the hold, and
   * when the signal says that nobody waits any longer.
   */
  run<Answer>(request: () => Promise<Answer>, signal?: AbortSignal | null): Promise<Answer>;
  /** Lets a kept request run again at once. */
  wake(): void;
  /** Rejects with the error of the next request that fails. */
  nextFailure(): Promise<never>;
}

/**
 * supabase-js repeats a failed refresh by itself, sleeping longer each time (0.2 s … 12.8 s), and lets everybody who
 * needs a token meanwhile join that sleep: Retry would do nothing although the network is back. So it never gets to
 * see the failure: the request is held, and asked again when a person presses Retry or the network returns.
 */
export function createHeldRefresh(longestHold = LONGEST_HOLD): HeldRefresh {
  const sleepers = new Set<() => void>();
  const watchers = new Set<(error: unknown) => void>();

  /** Resolves to whether somebody asked again before the time was up. */
  function hold(milliseconds: number, signal: AbortSignal | null | undefined): Promise<boolean> {
    if (signal?.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const finish = (wasAsked: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        sleepers.delete(wake);
        resolve(wasAsked);
      };
      const wake = () => finish(true);
      const giveUp = () => finish(false);
      const timer = setTimeout(giveUp, milliseconds);
      signal?.addEventListener('abort', giveUp);
      sleepers.add(wake);
    });
  }

  return {
    async run(request, signal) {
      const end = Date.now() + longestHold;
      for (;;) {
        try {
          return await request();
        } catch (error) {
          for (const tell of watchers) tell(error);
          watchers.clear();
          if (!(await hold(Math.max(0, end - Date.now()), signal))) throw error;
        }
      }
    },
    wake() {
      for (const sleeper of sleepers) sleeper();
    },
    nextFailure: () =>
      new Promise((_resolve, reject) => {
        watchers.add(reject);
      }),
  };
}
