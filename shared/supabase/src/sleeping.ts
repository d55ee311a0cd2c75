/** How a sleep ended: its time was up, it was woken, or its caller waits no longer. */
export type Waking = 'slept' | 'woken' | 'aborted';

export interface SleepOptions {
  /** Asked at each `wake`; a sleep for which it is not time goes on. */
  mayWake: () => boolean;
  signal?: AbortSignal | null | undefined;
}

/** Sleeps that can be ended all together. */
export interface Sleeping {
  sleep(milliseconds: number, options: SleepOptions): Promise<Waking>;
  wake(): void;
  /** From now on time wakes no sleep, and `wake` neither. */
  stop(): void;
}

export function createSleeping(): Sleeping {
  const sleepers = new Set<{ wake: () => void; stop: () => void }>();
  let isStopped = false;

  return {
    sleep(milliseconds, { mayWake, signal }) {
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
    stop() {
      isStopped = true;
      for (const sleeper of sleepers) sleeper.stop();
      sleepers.clear();
    },
  };
}
