import type { LoadedPage } from '../app/loadPage.ts';
import { bucketHere } from './bucket.ts';
import { candidates } from './candidates.ts';
import type { SitePage } from './findPage.ts';
import { loadRemotePage } from './loadRemotePage.ts';
import { registryOfPage } from './registryOfPage.ts';
import { remoteRegion } from './RemoteRegion.tsx';
import { isRemoteFailure } from './remoteFailure.ts';
import { reloadIfOutdated } from './retryRemote.ts';
import { warmCode } from './warm.ts';

/** All that a remote's page needs, in one lazily loaded chunk with the federation runtime. */
export async function openRemotePage(page: SitePage): Promise<LoadedPage> {
  try {
    const loaded = await loadRemotePage(page);
    return { Component: remoteRegion(page, loaded), handle: loaded.handle };
  } catch (error) {
    const isOff = isRemoteFailure(error) && error.reason === 'killed';
    // The document is being left: nothing more is to be shown in it.
    if (!isOff && (await reloadIfOutdated(page.owner, page.path))) return new Promise<never>(() => {});
    throw error;
  }
}

/** Fetches the code of the version that this device would run, without running it. */
export function warmRemote(remote: string): void {
  const state = registryOfPage().remotes[remote];
  if (!state || state.disabled !== null) return;
  const [first] = candidates(state, bucketHere(remote), new Set());
  if (first) warmCode(first.release);
}

export { needsReload } from './retryRemote.ts';
