/** How a sleep ended: its time had passed, `wake` was called, or the caller's signal aborted. */
type SleepEnd = 'slept' | 'woken' | 'aborted';

/** Creates sleeps that `wake` ends all at once. Each `wake` calls `mayWake`: if it returns false, that sleep continues. */
export function createSleeping() {
  const sleepers = new Set<{ wake: () => void; stop: () => void }>();
  let isStopped = false;

  return {
    sleep(
      milliseconds: number,
      { mayWake, signal }: { mayWake: () => boolean; signal?: AbortSignal | null | undefined },
    ): Promise<SleepEnd> {
      if (signal?.aborted) return Promise.resolve('aborted');
      return new Promise((resolve) => {
        const stop = () => clearTimeout(timer);
        const finish = (end: SleepEnd) => {
          stop();
          signal?.removeEventListener('abort', abort);
          sleepers.delete(sleeper);
          resolve(end);
        };
        const wake = () => {
          if (mayWake()) finish('woken');
        };
        const abort = () => finish('aborted');
        const sleeper = { wake, stop };
        const timer = isStopped ? undefined : setTimeout(() => finish('slept'), milliseconds);
        if (!isStopped) sleepers.add(sleeper);
        signal?.addEventListener('abort', abort);
      });
    },
    wake() {
      for (const sleeper of [...sleepers]) sleeper.wake();
    },
    /** From now on only a caller's signal ends a sleep: neither its time nor `wake` does. */
    stop() {
      isStopped = true;
      for (const sleeper of sleepers) sleeper.stop();
      sleepers.clear();
    },
  };
}
