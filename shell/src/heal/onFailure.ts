// What is asked once something has failed, which is seldom: no page carries it along.

const load = () => import('./retryRemote.ts');

/** See `retryRemote.ts`. Throws when its code cannot be had. */
export async function needsReload(remote: string): Promise<boolean> {
  return (await load()).needsReload(remote);
}

/** See `retryRemote.ts`. False when its code cannot be had: what is live could not be asked either. */
export async function reloadIfOutdated(remote: string, signal: AbortSignal): Promise<boolean> {
  // Without a network it is not asked for: the browser would remember that it did not come.
  const retry = navigator.onLine ? await load().catch(() => null) : null;
  return (await retry?.reloadIfOutdated(remote, signal)) ?? false;
}
