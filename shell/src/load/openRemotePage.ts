import type { Release, RemoteEvent } from '@space/federation';
import { report } from '@space/platform/internal';
import { brokenOf, registryOfPage, RemoteFailure, type SitePage } from '../registry/registry.ts';
import { filesOfRelease } from './files.ts';
import { loadChunk, loadRelease, warmRelease, watchForHang } from './loadRelease.ts';
import { remoteRegion, type PriorAttempts, type RunningPage } from './RemoteRegion.tsx';
import { StepError, bucketHere, candidatesHere, causeOf, outcomeOf } from './versions.ts';

// Opening a page of a remote, from the first step to the last resort; docs/opening-a-page.md has the diagram. Other folders
// import this module alone: what they share with it would else be one request more before each page.

export { fetchScript } from './files.ts';

/** Whether Retry needs a new document. Throws if the code for that, which is rarely needed, cannot be loaded. */
export const needsReload = async (remote: string): Promise<boolean> =>
  (await import('./recovery.ts')).needsReload(remote);

const opening = new Map<string, ReturnType<typeof open>>();

/** Opens a page. Concurrent calls share one load. Throws `RemoteFailure` if no version runs or the remote is switched off. */
export async function openRemotePage(page: SitePage, signal: AbortSignal) {
  const running = opening.get(page.path) ?? open(page);
  opening.set(page.path, running);
  try {
    return await running;
  } catch (error) {
    const isOff = error instanceof RemoteFailure && error.reason === 'killed';
    // Not imported while offline: the browser would cache the failed import.
    const recovery = isOff || !navigator.onLine ? null : await import('./recovery.ts').catch(() => null);
    // The document is being replaced: nothing more may be shown in it.
    if (await recovery?.reloadIfOutdated(page.owner, signal)) return new Promise<never>(() => {});
    throw error;
  } finally {
    opening.delete(page.path);
  }
}

/** Runs steps 1 to 3. If the page throws while rendering (step 4), they are repeated for the next version. */
async function open(page: SitePage) {
  const first = await findRunning(page);
  const Component = remoteRegion(first, (prior) => findRunning(page, prior));
  return { Component, handle: { ...first.handle, version: first.release.version } };
}

/** Finds a version that runs on this device. Takes the attempts so far if a version has just thrown while rendering. */
async function findRunning(page: SitePage, prior?: PriorAttempts): Promise<RunningPage> {
  const { owner: remote } = page;
  const { start, failures } = prior ?? { start: performance.now(), failures: [] };
  const state = registryOfPage().remotes[remote];
  const eventOf = (outcome: Pick<RemoteEvent, 'version' | 'outcome' | 'cause'>): RemoteEvent => ({
    id: remote,
    ...outcome,
    milliseconds: Math.round(performance.now() - start),
    bucket: bucketHere(remote),
  });
  if (!state) {
    // The HTML has no readable registry, so every remote is unknown: the fault is in the shell's page.
    report({ ...eventOf({ version: 'unknown', outcome: 'failed', cause: 'registry' }), id: 'shell' });
    throw new RemoteFailure(remote, 'registry', 'no release is listed');
  }
  if (state.disabled !== null) {
    report(eventOf({ version: state.live.version, outcome: 'disabled', cause: 'killed' }));
    throw new RemoteFailure(remote, 'killed', state.disabled);
  }

  // Step 1. If every version is broken, a visitor who retries gets all of them tried again.
  const broken = brokenOf(remote);
  for (const failure of failures) broken.set(failure.version, failure);
  const healthy = candidatesHere(remote, broken);
  const inOrder = healthy.length > 0 || prior ? healthy : candidatesHere(remote, new Set());
  for (const [index, { release, source }] of inOrder.entries()) {
    const { version } = release;
    const others = inOrder.slice(index + 1).map((other) => other.release);
    const trial = new AbortController();
    try {
      const { Component, handle, isSecondTry } = await Promise.race([
        loadPage(page, release, trial.signal),
        watchForHang(page, release, others, trial.signal),
      ]);
      broken.delete(version);
      const event = eventOf(outcomeOf(failures, { version, isSecondTry }, state.live.version));
      const facts = { remote, release, source, milliseconds: event.milliseconds };
      return { ...facts, Component, handle, event, prior: { start, failures } };
    } catch (error) {
      const failure = { version, cause: causeOf(error), error };
      failures.push(failure);
      broken.set(version, failure);
    } finally {
      trial.abort();
    }
  }
  const [first] = failures;
  report(eventOf(outcomeOf(failures, null, state.live.version)));
  throw new RemoteFailure(remote, first?.cause ?? 'network', first?.error);
}

/** Steps 2 and 3. Loads the release (gate, code, check of its shape), then the page's own chunk and styles. */
async function loadPage(page: SitePage, release: Release, signal: AbortSignal) {
  const { result: routes, isSecondTry } = await loadRelease(page, release);
  // Another version is running by now: no more code of this one may run.
  signal.throwIfAborted();
  const route = routes.find(({ path }) => path === page.path);
  if (!route) throw new StepError('contract', `${release.version} has nothing for ${page.path}`);
  const chunk = await loadChunk(page, release, route);
  const { Component } = chunk.result;
  return { Component, handle: route.handle, isSecondTry: isSecondTry || chunk.isSecondTry };
}

/** The version of a remote that this device tries first; none if the remote is switched off. */
const firstRelease = (owner: string): Release | undefined =>
  candidatesHere(owner, brokenOf(owner))[0]?.release;

/** Prefetches a page in the version that this device would run. It activates no styles and renders nothing. */
export async function warmRemote(page: SitePage): Promise<void> {
  const release = firstRelease(page.owner);
  if (release) await warmRelease(page, release);
}

/** The addresses of all files of the version of a remote that this device runs; none if the remote is switched off. */
export function filesToRun(owner: string): string[] {
  const release = firstRelease(owner);
  return release ? filesOfRelease(release).map(([address]) => address) : [];
}
