import type { ComponentType } from 'react';
import type { PageHandle } from '@space/federation';
import { reloadIfOutdated } from '../heal/onFailure.ts';
import type { SitePage } from '../registry/findPage.ts';
import { regions } from '../registry/regions.ts';
import { isRemoteFailure } from '../registry/remoteFailure.ts';
import { findRunning } from './findRunning.ts';
import { provideWaitingParts } from './lazy.ts';
import { remoteRegion } from './RemoteRegion.tsx';

// Opening a page of a remote, from the first step to the last resort; docs/opening-a-page.md has the diagram.

provideWaitingParts(() => import('./late.ts'));

interface OpenedPage {
  Component: ComponentType;
  handle: PageHandle;
}

const opening = new Map<string, Promise<OpenedPage>>();

/**
 * Opens a page of a remote. Concurrent calls for the same page share one load.
 *
 * Takes the page and a signal that aborts when the visitor navigates elsewhere; returns what the router mounts. Throws
 * `RemoteFailure` if no version runs or the remote is switched off: the error region shows a panel with Retry.
 */
export async function openRemotePage(page: SitePage, signal: AbortSignal): Promise<OpenedPage> {
  const running = opening.get(page.path) ?? open(page);
  opening.set(page.path, running);
  try {
    return await running;
  } catch (error) {
    const isOff = isRemoteFailure(error) && error.reason === 'killed';
    // The document is being replaced: nothing more may be shown in it.
    if (!isOff && (await reloadIfOutdated(page.owner, signal))) return new Promise<never>(() => {});
    throw error;
  } finally {
    opening.delete(page.path);
  }
}

/** Runs steps 1 to 3. If the page throws while rendering (step 4), they are repeated for the next version. */
async function open(page: SitePage): Promise<OpenedPage> {
  const first = await findRunning(page);
  regions.open(page.owner, first.facts.version);
  return { Component: remoteRegion(first, (prior) => findRunning(page, prior)), handle: first.handle };
}

export { filesToRun } from './filesToRun.ts';
export { needsReload } from '../heal/onFailure.ts';
export { bucketHere } from '../registry/bucket.ts';
export { warmRemote } from './warmRemote.ts';
