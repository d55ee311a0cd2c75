import { checkRelease } from '@space/federation';
import type { LoadedPage } from '../app/loadPage.ts';
import { activeOverride } from '../override/activeOverride.ts';
import { bucketHere } from './bucket.ts';
import { candidates } from './candidates.ts';
import type { SitePage } from './findPage.ts';
import { HOST } from './lent.ts';
import { loadRemotePage } from './loadRemotePage.ts';
import { registryOfPage } from './registryOfPage.ts';
import { regions } from './regions.ts';
import { remoteRegion } from './RemoteRegion.tsx';
import { isRemoteFailure } from './remoteFailure.ts';
import { reloadIfOutdated } from './retryRemote.ts';
import { warmPage } from './warm.ts';

const opening = new Map<string, Promise<LoadedPage>>();

/**
 * All that a remote's page needs, in one lazily loaded chunk. A link that is pressed twice asks once.
 */
export async function openRemotePage(page: SitePage): Promise<LoadedPage> {
  const running = opening.get(page.path) ?? open(page);
  opening.set(page.path, running);
  try {
    return await running;
  } finally {
    opening.delete(page.path);
  }
}

async function open(page: SitePage): Promise<LoadedPage> {
  try {
    const loaded = await loadRemotePage(page);
    regions.open(page.owner, loaded.facts.version);
    return { Component: remoteRegion(page, loaded), handle: loaded.handle };
  } catch (error) {
    const isOff = isRemoteFailure(error) && error.reason === 'killed';
    // The document is being left: nothing more is to be shown in it.
    if (!isOff && (await reloadIfOutdated(page.owner, page.path))) return new Promise<never>(() => {});
    throw error;
  }
}

/** Fetches what a page needs, of the version that this device would run, without running it. */
export function warmRemote({ owner: remote, path }: SitePage): void {
  const state = registryOfPage().remotes[remote];
  // An override is run or not at all.
  if (!state || state.disabled !== null || activeOverride(remote) !== null) return;
  const [first] = candidates(state, bucketHere(remote), new Set());
  // What the gate will refuse is not asked for.
  if (first && checkRelease(first.release, HOST).length === 0) warmPage(first.release, path);
}

export { bucketHere } from './bucket.ts';
export { needsReload } from './retryRemote.ts';
