import { once, type EventEmitter } from 'node:events';

/** Resolves at the first SIGINT or SIGTERM. A second one is left to Node, which ends the process at once. */
export async function stopRequest(signals: EventEmitter): Promise<void> {
  const listening = new AbortController();
  await Promise.race(['SIGINT', 'SIGTERM'].map((name) => once(signals, name, listening)));
  listening.abort();
}
