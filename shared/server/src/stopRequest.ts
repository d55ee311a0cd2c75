import type { EventEmitter } from 'node:events';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Resolves at the first SIGINT or SIGTERM. A second one is left to Node, which ends the process at once. */
export function stopRequest(signals: EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of SIGNALS) signals.off(signal, stop);
      resolve();
    };
    for (const signal of SIGNALS) signals.on(signal, stop);
  });
}
