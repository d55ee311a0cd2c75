import * as React from 'react';
import type * as Late from './late.tsx';

// `lazy` for remotes: a missing chunk of a page must not take the page with it, nor what was typed into it. What this needs is
// loaded along with a page that uses `lazy`, and is in no other first load.

let late: typeof Late | null = null;

export const lazy: typeof React.lazy = (load) => {
  void import('./late.tsx').then(
    (module) => (late = module),
    () => {}, // then React's own `lazy` has to do
  );
  return React.lazy(() => late?.loadPatiently(load, pageLine.set) ?? load());
};

let line: Late.Line | null = null;
const listeners = new Set<() => void>();

/** What is shown below a page that waits for a missing chunk. */
export const pageLine = {
  get: () => line,
  set(next: Late.Line): void {
    line = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
