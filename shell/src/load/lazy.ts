import * as React from 'react';
import type * as Late from './late.tsx';
import { bucketHere, causeOfImport, recordFault, stepOf } from './versions.ts';

// `lazy` for remotes: a missing chunk of a page must not take the page with it, nor what was typed into it. What this needs is
// loaded along with a page that uses `lazy`, and is in no other first load.

/**
 * What helps after a failure. Failures are rare, so no first load includes its code. Imported here alone, for
 * the same reason as in `late.tsx`.
 */
export const recovery = () => import('./recovery.ts');

/** Whether Retry needs a new document. Throws if the code for that cannot be loaded. */
export const needsReload = async (remote: string): Promise<boolean> => (await recovery()).needsReload(remote);

let late: typeof Late | null = null;

const loader: Parameters<typeof Late.loadPatiently>[1] = {
  show: (line) => pageLine.set(line),
  needsReload,
  bucketHere,
  causeOf: (error) => stepOf(error, causeOfImport(error)),
  recordFault,
};

export const lazy: typeof React.lazy = (load) => {
  void import('./late.tsx').then(
    (module) => (late = module),
    () => {}, // then React's own `lazy` has to do
  );
  return React.lazy(() => late?.loadPatiently(load, loader) ?? load());
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
