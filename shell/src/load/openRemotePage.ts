import type { ComponentType } from 'react';
import type { PageHandle, RemoteEvent, RemoteState } from '@space/federation';
import { report } from '@space/platform/internal';
import { outcomeOf } from '../heal/outcome.ts';
import { reloadIfOutdated } from '../heal/retryRemote.ts';
import { StepError, stepOf } from '../heal/stepError.ts';
import { activeOverride } from '../override/activeOverride.ts';
import { bucketHere } from '../registry/bucket.ts';
import { candidates, type Candidate } from '../registry/candidates.ts';
import type { SitePage } from '../registry/findPage.ts';
import { brokenOf, regions, type Failure, type RegionFacts } from '../registry/regions.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { isRemoteFailure, remoteFailure } from '../registry/remoteFailure.ts';
import { watchForHang } from './hang.ts';
import { loadRelease } from './loadRelease.ts';
import { loadChunk } from './pageChunk.ts';
import { remoteRegion, type Past, type RemotePage } from './RemoteRegion.tsx';
import { HOST } from './shared.ts';

// Opening a page of a remote, from the first step to the last resort; docs/opening-a-page.md draws it.

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
async function open(page: SitePage): Promise<OpenedPage> {
  const first = await findRunning(page);
  regions.open(page.owner, first.facts.version);
  return { Component: remoteRegion(first, (past) => findRunning(page, past)), handle: first.handle };
}

/** Step 1. What may run of a remote here, in the order in which it is tried. An override takes the place of every release. */
async function candidatesHere(
  remote: string,
  state: RemoteState,
  bucket: number,
  isAfterRender: boolean,
): Promise<Candidate[]> {
  const override = activeOverride(remote);
  if (override !== null) {
    if (isAfterRender) return [];
    const { federation } = await import('./runtime.ts');
    return [{ release: await override.open(federation, HOST.shares), source: 'override' }];
  }
  const healthy = candidates(state, bucket, new Set(brokenOf(remote).keys()));
  // When nothing is left, a visitor who asks again gets everything tried again.
  return healthy.length > 0 || isAfterRender ? healthy : candidates(state, bucket, new Set());
}

/** Steps 2 and 3. The release behind the gate and its check of shape, then the page's own chunk and styles. */
async function tryOut(page: SitePage, { release }: Candidate, signal: AbortSignal) {
  const { routes, isSecondTry } = await loadRelease(page, release);
  // Another version runs by now: nothing more of this one is to run.
  signal.throwIfAborted();
  const route = routes.find(({ path }) => path === page.path);
  if (!route) throw new StepError('contract', `${release.version} has no page at ${page.path}`);
  const chunk = await loadChunk(page.owner, release, route);
  return {
    Component: chunk.Component,
    handle: route.handle,
    isSecondTry: isSecondTry || chunk.isSecondTry,
  };
}

/**
 * Finds a version of a remote that runs on this device and loads a page from it: the canary or the live one, then the
 * live one, then the one that worked before. A failure is reported at once; anything else when the page stands, for a
 * page that throws while it is rendered was not loaded.
 *
 * Takes the page, and what was tried before, if a version has just failed while it was rendered; returns the page.
 * Throws `RemoteFailure` when nothing runs or the remote is switched off.
 */
async function findRunning(page: SitePage, past?: Past): Promise<RemotePage> {
  const remote = page.owner;
  const start = past?.start ?? performance.now();
  const bucket = bucketHere(remote);
  const milliseconds = () => Math.round(performance.now() - start);

  const state = registryOfPage().remotes[remote];
  const eventOf = (outcome: Pick<RemoteEvent, 'version' | 'outcome' | 'cause'>): RemoteEvent => ({
    id: remote,
    ...outcome,
    milliseconds: milliseconds(),
    bucket,
  });
  if (!state) {
    // The HTML has no registry that can be read, so nothing knows the remote: the shell's own page is at fault.
    report({ ...eventOf({ version: 'unknown', outcome: 'failed', cause: 'registry' }), id: 'shell' });
    throw remoteFailure(remote, 'registry', 'no release is listed');
  }
  if (state.disabled !== null) {
    report(eventOf({ version: state.live.version, outcome: 'disabled', cause: 'killed' }));
    throw remoteFailure(remote, 'killed', state.disabled);
  }

  const failures: Failure[] = [...(past?.failures ?? [])];
  const broken = brokenOf(remote);
  for (const failure of failures) broken.set(failure.version, failure);
  const inOrder = await candidatesHere(remote, state, bucket, past !== undefined).catch((error: unknown) => {
    failures.push({ version: 'override', cause: stepOf(error, 'network'), error });
    return [];
  });
  for (const [place, candidate] of inOrder.entries()) {
    const { release, source } = candidate;
    const { version, kilobytes, contract } = release;
    const others = inOrder.slice(place + 1).map((other) => other.release);
    const trial = new AbortController();
    try {
      const { Component, handle, isSecondTry } = await Promise.race([
        tryOut(page, candidate, trial.signal),
        watchForHang(page, release, others, trial.signal),
      ]);
      broken.delete(version);
      const event = eventOf(outcomeOf(failures, { version, isSecondTry }, state.live.version));
      const facts: RegionFacts = {
        remote,
        version,
        source,
        milliseconds: event.milliseconds,
        kilobytes,
        contract,
      };
      return { Component, handle, release, facts, event, past: { start, failures } };
    } catch (error) {
      const failure: Failure = { version, cause: stepOf(error, 'network'), error };
      failures.push(failure);
      broken.set(version, failure);
    } finally {
      trial.abort();
    }
  }
  const [first] = failures;
  report(eventOf(outcomeOf(failures, null, state.live.version)));
  throw remoteFailure(remote, first?.cause ?? 'network', first?.error);
}

export { filesToRun } from './filesToRun.ts';
export { PLUGIN_VERSION, isPageClaim, parseRegistry } from '@space/federation';
export { bucketHere } from '../registry/bucket.ts';
export { needsReload } from '../heal/retryRemote.ts';
export { warmRemote } from './warmRemote.ts';
