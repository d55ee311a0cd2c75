/** How a sleep ended: its time was up, it was woken, or its caller waits no longer. */
type Waking = 'slept' | 'woken' | 'aborted';

/** Sleeps that can be ended all together. `mayWake` is asked at each `wake`: a sleep for which it is not time goes on. */
export function createSleeping() {
  const sleepers = new Set<{ wake: () => void; stop: () => void }>();
  let isStopped = false;

  return {
    sleep(
      milliseconds: number,
      { mayWake, signal }: { mayWake: () => boolean; signal?: AbortSignal | null | undefined },
    ): Promise<Waking> {
      if (signal?.aborted) return Promise.resolve('aborted');
      return new Promise((resolve) => {
        const stop = () => clearTimeout(timer);
        const finish = (how: Waking) => {
          stop();
          signal?.removeEventListener('abort', abort);
          sleepers.delete(sleeper);
          resolve(how);
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
    /** From now on time wakes no sleep, and `wake` neither. */
    stop() {
      isStopped = true;
      for (const sleeper of sleepers) sleeper.stop();
      sleepers.clear();
    },
  };
}
