// Loads the code for recovery only after a failure: failures are rare, so no first load includes it.

import type { Failure } from '../registry/regions.ts';

const load = () => import('./retryRemote.ts');

/** See `retryRemote.ts`. Throws if its code cannot be loaded. */
export async function needsReload(remote: string): Promise<boolean> {
  return (await load()).needsReload(remote);
}

/** See `retryRemote.ts`. False if its code cannot be loaded: then the registry could not be fetched either. */
export async function reloadIfOutdated(remote: string, signal: AbortSignal): Promise<boolean> {
  // Not imported while offline: the browser would cache the failed import.
  const retry = navigator.onLine ? await load().catch(() => null) : null;
  return (await retry?.reloadIfOutdated(remote, signal)) ?? false;
}

/** See `retryRemote.ts`. False if its code cannot be loaded. */
export async function restartAfter(remote: string, failures: readonly Failure[]): Promise<boolean> {
  if (failures.length < 2) return false;
  return (await load().catch(() => null))?.restartAfter(remote, failures) ?? false;
}
