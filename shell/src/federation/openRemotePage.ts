import { CONTAINER_VERSION, checkRelease, checkRemoteModule } from '@space/federation';
import type { LoadedPage } from '../app/loadPage.ts';
import { activeOverride } from '../override/activeOverride.ts';
import { firstAddress } from './attempts.ts';
import { bucketHere } from './bucket.ts';
import { candidates } from './candidates.ts';
import type { SitePage } from './findPage.ts';
import { HOST } from './shared.ts';
import { loadRemotePage } from './loadRemotePage.ts';
import { openContainer } from './openContainer.ts';
import { pageChunk } from './pageChunk.ts';
import { registryOfPage } from './registryOfPage.ts';
import { regions } from './regions.ts';
import { remoteRegion } from './RemoteRegion.tsx';
import { isRemoteFailure } from './remoteFailure.ts';
import { reloadIfOutdated } from './retryRemote.ts';
import { warmPage } from './warm.ts';

const opening = new Map<string, Promise<LoadedPage>>();

/**
 * All that a remote's page needs, in one lazily loaded chunk. A link that is pressed twice asks once. The signal says that
 * the visitor has gone elsewhere.
 */
export async function openRemotePage(page: SitePage, signal: AbortSignal): Promise<LoadedPage> {
  const running = opening.get(page.path) ?? open(page);
  opening.set(page.path, running);
  try {
    return await running;
  } catch (error) {
    const isOff = isRemoteFailure(error) && error.reason === 'killed';
    // The document is being left: nothing more is to be shown in it.
    if (!isOff && (await reloadIfOutdated(page.owner, signal))) return new Promise<never>(() => {});
    throw error;
  } finally {
    opening.delete(page.path);
  }
}

async function open(page: SitePage): Promise<LoadedPage> {
  const loaded = await loadRemotePage(page);
  regions.open(page.owner, loaded.facts.version);
  return { Component: remoteRegion(page, loaded), handle: loaded.handle };
}

/**
 * Fetches what a page needs, of the version that this device would run, and runs its code when all of it has come, so that
 * a visit has only to show it. Nothing is worn or shown. Throws when something cannot be had; the visit will say so.
 */
export async function warmRemote({ owner: remote, path }: SitePage): Promise<void> {
  const state = registryOfPage().remotes[remote];
  // An override is run or not at all.
  if (!state || state.disabled !== null || activeOverride(remote) !== null) return;
  const [first] = candidates(state, bucketHere(remote), new Set());
  // What the gate will refuse is not asked for.
  if (!first || checkRelease(first.release, HOST).length > 0) return;
  const { release } = first;
  await warmPage(remote, release, path);
  // The plugin's containers would fetch the federation runtime, and are not remembered by their address.
  if (release.plugin !== CONTAINER_VERSION) return;
  const module = await openContainer(release, firstAddress(release), remote);
  const verdict = checkRemoteModule(module, remote, () => remote);
  const route = verdict.ok ? verdict.routes.find((one) => one.path === path) : undefined;
  if (route) await pageChunk(route);
}

export { bucketHere } from './bucket.ts';
export { needsReload } from './retryRemote.ts';
