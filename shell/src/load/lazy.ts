import * as React from 'react';
import type { loadPatiently } from './lateChunks.tsx';
import type { Waiting } from './Waiting.tsx';

// `lazy` for remotes: a missing chunk of a page must not take the page with it. What this needs is loaded along with a page
// that uses `lazy`, and is in no other first load.

interface Parts {
  loadPatiently: typeof loadPatiently;
  Waiting: typeof Waiting;
}

let fetchParts: (() => Promise<Parts>) | null = null;
let parts: Parts | null = null;

/** Sets where the parts are, which only the code that opens pages knows. */
export function provideWaitingParts(fetch: () => Promise<Parts>): void {
  fetchParts = fetch;
}

async function loadParts(): Promise<void> {
  try {
    parts ??= (await fetchParts?.()) ?? null;
  } catch {
    // Then React's own `lazy` has to do.
  }
}

/** The parts that have been loaded; null if no page uses `lazy`. */
export const waitingParts = () => parts;

export const lazy: typeof React.lazy = (load) => {
  void loadParts();
  return React.lazy(() => parts?.loadPatiently(load) ?? load());
};
