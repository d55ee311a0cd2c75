import { diagnose } from './diagnose.ts';
import { canTryAgain } from './loadRelease.ts';
import { stuck } from './loadRemotePage.ts';
import { registryNow } from './registryNow.ts';
import { registryOfPage } from './registryOfPage.ts';

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
  if (now && stateIn(now, remote) !== stateIn(registryOfPage(), remote)) return true;
  const live = registryOfPage().remotes[remote]?.live;
  if (!live || (!stuck.has(remote) && canTryAgain(live))) return false;
  return now !== null && (await diagnose(live)) === null;
}

/**
 * A page from before a release may miss what has been cleared away since: then it is opened anew, once for each version.
 *
 * Takes the remote and the path that was wanted; returns whether the document is being left.
 */
export async function reloadIfOutdated(remote: string, path: string): Promise<boolean> {
  const now = await registryNow().catch(() => null);
  const version = now?.remotes[remote]?.live.version;
  if (version === undefined || version === registryOfPage().remotes[remote]?.live.version) return false;
  const mark = `${remote} ${version}`;
  try {
    if (sessionStorage.getItem(GUARD) === mark) return false;
    sessionStorage.setItem(GUARD, mark);
  } catch {
    // Without a memory there is no guard, and without a guard no reload.
    return false;
  }
  if (location.pathname === path) location.reload();
  else location.assign(path);
  return true;
}
