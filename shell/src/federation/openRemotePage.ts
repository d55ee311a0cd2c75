import type { LoadedPage } from '../app/loadPage.ts';
import type { SitePage } from './findPage.ts';
import { loadRemotePage } from './loadRemotePage.ts';
import { remoteRegion } from './RemoteRegion.tsx';
import { isRemoteFailure } from './remoteFailure.ts';
import { reloadIfOutdated } from './retryRemote.ts';

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

export { needsReload } from './retryRemote.ts';
