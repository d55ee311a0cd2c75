import type { RemoteEvent } from '@space/federation';

const listeners = new Set<(event: RemoteEvent) => void>();

/** Reports an event. Nothing listens by default. */
export function report(event: RemoteEvent): void {
  for (const listener of listeners) listener(event);
}

/** Listens to reported events; returns a function that unsubscribes. */
export function onReport(listener: (event: RemoteEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
