import type { ComponentType } from 'react';
import type { PageHandle, Release, RemoteEvent, RemoteState } from '@space/federation';
import { report } from '@space/platform/internal';
import { restartAfter } from '../heal/onFailure.ts';
import { outcomeOf } from '../heal/outcome.ts';
import { failuresBefore } from '../heal/restart.ts';
import { StepError, stepOf } from '../heal/stepError.ts';
import { bucketHere } from '../registry/bucket.ts';
import { candidates, type Candidate } from '../registry/candidates.ts';
import type { RemotePage } from '../registry/findPage.ts';
import { brokenOf, type Failure, type RegionFacts } from '../registry/regions.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { remoteFailure } from '../registry/remoteFailure.ts';
import { watchForHang } from './hang.ts';
import { loadRelease } from './loadRelease.ts';
import { loadChunk } from './pageChunk.ts';

/** A loaded page that runs on this device, and the version that it is from. */
export interface RunningPage {
  Component: ComponentType;
  handle: PageHandle;
  release: Release;
  facts: RegionFacts;
  /** To be reported once the page has committed. */
  event: RemoteEvent;
  /** The attempts before it, and when the first one started. */
  prior: PriorAttempts;
}

export interface PriorAttempts {
  start: number;
  failures: readonly Failure[];
}

/** Step 1. The versions of a remote to try on this device, in order. */
function candidatesHere(owner: string, state: RemoteState, isAfterRender: boolean): Candidate[] {
  const all = (broken: Iterable<string>) => candidates(state, bucketHere(owner), new Set(broken));
  const healthy = all(brokenOf(owner).keys());
  // If every version is broken, a visitor who retries gets all of them tried again.
  return healthy.length > 0 || isAfterRender ? healthy : all([]);
}

/** Steps 2 and 3. Loads the release (gate, code, check of its shape), then the page's own chunk and styles. */
async function loadCandidate(page: RemotePage, { release }: Candidate, signal: AbortSignal) {
  const { routes, isSecondTry } = await loadRelease(page, release);
  // Another version is running by now: no more code of this one may run.
  signal.throwIfAborted();
  const route = routes.find(({ path }) => path === page.path);
  if (!route) throw new StepError('contract', `${release.version} has nothing for ${page.path}`);
  const chunk = await loadChunk(page, release, route);
  return { Component: chunk.Component, handle: route.handle, isSecondTry: isSecondTry || chunk.isSecondTry };
}

/**
 * Finds a version of a remote that runs on this device and loads a page of it. It tries the canary (on a device in the
 * canary), the live version, then the previous one. A failure is reported at once, a success only when the page has committed: a page that throws while rendering does not count as loaded.
 *
 * Takes the page and, if a version has just thrown while rendering, the attempts so far; returns the running page.
 * Throws `RemoteFailure` if no version runs or the remote is switched off.
 */
export async function findRunning(page: RemotePage, prior?: PriorAttempts): Promise<RunningPage> {
  const remote = page.owner;
  const start = prior?.start ?? performance.now();
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
    // The HTML has no readable registry, so every remote is unknown: the fault is in the shell's page.
    report({ ...eventOf({ version: 'unknown', outcome: 'failed', cause: 'registry' }), id: 'shell' });
    throw remoteFailure(remote, 'registry', 'no release is listed');
  }
  if (state.disabled !== null) {
    report(eventOf({ version: state.live.version, outcome: 'disabled', cause: 'killed' }));
    throw remoteFailure(remote, 'killed', state.disabled);
  }

  const failures: Failure[] = [...(prior?.failures ?? failuresBefore(remote))];
  const broken = brokenOf(remote);
  for (const failure of failures) broken.set(failure.version, failure);
  const inOrder = candidatesHere(remote, state, prior !== undefined);
  for (const [index, candidate] of inOrder.entries()) {
    const { release, source } = candidate;
    const { version, kilobytes, contract } = release;
    const others = inOrder.slice(index + 1).map((other) => other.release);
    const trial = new AbortController();
    try {
      const { Component, handle, isSecondTry } = await Promise.race([
        loadCandidate(page, candidate, trial.signal),
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
      return { Component, handle, release, facts, event, prior: { start, failures } };
    } catch (error) {
      const failure: Failure = { version, cause: stepOf(error, 'network'), error };
      failures.push(failure);
      broken.set(version, failure);
    } finally {
      trial.abort();
    }
  }
  // The document is being replaced: nothing more may be shown in it.
  if (await restartAfter(remote, failures)) return new Promise<never>(() => {});
  const [first] = failures;
  report(eventOf(outcomeOf(failures, null, state.live.version)));
  throw remoteFailure(remote, first?.cause ?? 'network', first?.error);
}
