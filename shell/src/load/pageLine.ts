import type { ReactNode } from 'react';
import type { Release } from '@space/federation';

/** Takes the remote and its release that the page is from. */
type Line = (remote: string, release: Release) => ReactNode;
let line: Line | null = null;
const listeners = new Set<() => void>();

/** What is shown below a page that waits for a missing chunk. */
export const pageLine = {
  get: () => line,
  set(next: Line | null): void {
    line = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
