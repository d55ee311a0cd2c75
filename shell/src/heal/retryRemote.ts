import { wantedAddress } from '../browser/navigation.ts';
import { canTryAgain } from './attempts.ts';
import { bucketHere } from '../registry/bucket.ts';
import { candidates } from '../registry/candidates.ts';
import { diagnose } from './diagnose.ts';
import { registryNow } from './registryNow.ts';
import { hasRegistry, registryOfPage } from '../registry/registryOfPage.ts';

const GUARD = 'better-space-reloaded';

/** What is live of a remote, in one word that changes with it. */
const stateIn = (registry: ReturnType<typeof registryOfPage>, remote: string) => {
  const state = registry.remotes[remote];
  return JSON.stringify([state?.live.version, state?.canary?.release.version, state?.disabled]);
};

/**
 * Whether Retry needs a new document: something else is live by now, whose hashes this one does not hold, or the browser
 * remembers a failure of what the network has by now. Never throws.
 */
export async function needsReload(remote: string): Promise<boolean> {
  const now = await registryNow().catch(() => null);
  if (now === null) return false;
  if (!hasRegistry()) return true;
  if (stateIn(now, remote) !== stateIn(registryOfPage(), remote)) return true;
  const state = registryOfPage().remotes[remote];
  if (!state) return false;
  const releases = candidates(state, bucketHere(remote), new Set()).map(({ release }) => release);
  if (releases.every(canTryAgain)) return false;
  for (const release of releases) {
    if ((await diagnose(release)) === null) return !canTryAgain(release);
  }
  return false;
}

/**
 * A page from before a release may miss what has been cleared away since: then it is opened anew, once for each version.
 *
 * Takes the remote, and the signal that its page is wanted no more: a visitor who has gone elsewhere stays there. Returns
 * whether the document is being left.
 */
export async function reloadIfOutdated(remote: string, signal: AbortSignal): Promise<boolean> {
  const now = await registryNow().catch(() => null);
  if (signal.aborted) return false;
  const version = now?.remotes[remote]?.live.version;
  if (version === undefined || version === registryOfPage().remotes[remote]?.live.version) return false;
  const mark = `${GUARD}:${remote}`;
  try {
    if (sessionStorage.getItem(mark) === version) return false;
    sessionStorage.setItem(mark, version);
  } catch {
    // Without a memory there is no guard, and without a guard no reload.
    return false;
  }
  const wanted = new URL(wantedAddress(), location.origin);
  if (wanted.pathname + wanted.search === location.pathname + location.search) {
    // An address that differs in its hash alone would not be loaded anew.
    history.replaceState(history.state, '', wanted);
    location.reload();
  } else location.assign(wanted);
  return true;
}
