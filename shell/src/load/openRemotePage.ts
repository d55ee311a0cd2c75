import type { ComponentType } from 'react';
import type { PageHandle, RemoteRoute } from '@space/federation';
import { provideSlots } from '@space/platform/internal';
import { reloadIfOutdated } from '../heal/retryRemote.ts';
import type { SitePage } from '../registry/findPage.ts';
import { regions } from '../registry/regions.ts';
import { isRemoteFailure } from '../registry/remoteFailure.ts';
import { findRunning, type WantedPart } from './findRunning.ts';
import { remoteRegion } from './RemoteRegion.tsx';
import { slotHost } from './slotHost.tsx';

// Opening a page of a remote, from the first step to the last resort; docs/opening-a-page.md draws it.

// Pages of remotes alone have slots, and each of them comes this way.
provideSlots(slotHost);

interface OpenedPage {
  Component: ComponentType;
  handle: PageHandle;
}

const opening = new Map<string, Promise<OpenedPage>>();

/**
 * Opens a page of a remote. A link that is pressed twice asks once.
 *
 * Takes the page, and the signal that the visitor has gone elsewhere; returns what the router mounts. Throws
 * `RemoteFailure` when nothing runs or the remote is switched off: the error region shows a panel with Retry.
 */
export async function openRemotePage(page: SitePage, signal: AbortSignal): Promise<OpenedPage> {
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

/** Steps 1 to 3 now; step 4, when the page throws while it is rendered, takes the same steps for the next version. */
async function open({ owner, path }: SitePage): Promise<OpenedPage> {
  const part: WantedPart<RemoteRoute> = {
    owner,
    key: path,
    find: ({ routes }) => routes.find((route) => route.path === path),
  };
  const first = await findRunning(part);
  regions.open(owner, first.facts.version);
  return {
    Component: remoteRegion(first, (past) => findRunning(part, past)),
    handle: first.found.handle,
  };
}

export { filesToRun } from './filesToRun.ts';
export { PLUGIN_VERSION, isPageClaim, parseRegistry } from '@space/federation';
export { bucketHere } from '../registry/bucket.ts';
export { needsReload } from '../heal/retryRemote.ts';
export { warmRemote } from './warmRemote.ts';
