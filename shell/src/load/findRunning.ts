import type { ComponentType } from 'react';
import type { Release, RemoteEvent, RemoteState } from '@space/federation';
import { report } from '@space/platform/internal';
import { outcomeOf } from '../heal/outcome.ts';
import { StepError, stepOf } from '../heal/stepError.ts';
import { activeOverride } from '../override/activeOverride.ts';
import { bucketHere } from '../registry/bucket.ts';
import { candidates, type Candidate } from '../registry/candidates.ts';
import { brokenOf, type Failure, type RegionFacts } from '../registry/regions.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { remoteFailure } from '../registry/remoteFailure.ts';
import { slotOf, type RemotePart } from '../registry/remotePart.ts';
import { watchForHang } from './hang.ts';
import { loadRelease, type Exposed } from './loadRelease.ts';
import { loadChunk, type LazyPart } from './pageChunk.ts';
import { HOST } from './shared.ts';

/** A part of a remote that runs here, code and all, and which version it is from. */
export interface RunningPart<Found extends LazyPart = LazyPart> {
  Component: ComponentType;
  /** The route, or what is put into the slot. */
  found: Found;
  release: Release;
  facts: RegionFacts;
  /** What is to be reported once it is committed. */
  event: RemoteEvent;
  /** What was tried before it, and since when. */
  past: Past;
}

export interface Past {
  start: number;
  failures: readonly Failure[];
}

/** A part that is looked for: whose it is, and where it is in what a version of that remote exposes. */
export interface WantedPart<Found extends LazyPart> extends RemotePart {
  find: (exposed: Exposed) => Found | undefined;
  /** Whether a version has the part at all; one that has not is none to fall back on. */
  isIn?: (release: Release) => boolean;
}

/** Step 1. What may run of a remote here, in the order in which it is tried. An override takes the place of every release. */
async function candidatesHere(
  { owner, isIn = () => true }: WantedPart<LazyPart>,
  state: RemoteState,
  bucket: number,
  isAfterRender: boolean,
): Promise<Candidate[]> {
  const override = activeOverride(owner);
  if (override !== null) {
    if (isAfterRender) return [];
    const { federation } = await import('./runtime.ts');
    return [{ release: await override.open(federation, HOST.shares), source: 'override' }];
  }
  const all = (broken: Iterable<string>) =>
    candidates(state, bucket, new Set(broken)).filter(({ release }) => isIn(release));
  const healthy = all(brokenOf(owner).keys());
  // When nothing is left, a visitor who asks again gets everything tried again.
  return healthy.length > 0 || isAfterRender ? healthy : all([]);
}

/** Steps 2 and 3. The release behind the gate and its check of shape, then the part's own chunk and styles. */
async function tryOut<Found extends LazyPart>(
  part: WantedPart<Found>,
  { release }: Candidate,
  signal: AbortSignal,
) {
  const { exposed, isSecondTry } = await loadRelease(part, release);
  // Another version runs by now: nothing more of this one is to run.
  signal.throwIfAborted();
  const found = part.find(exposed);
  if (!found) throw new StepError('contract', `${release.version} has nothing for ${part.key}`);
  const chunk = await loadChunk(part, release, found);
  return { Component: chunk.Component, found, isSecondTry: isSecondTry || chunk.isSecondTry };
}

/**
 * Finds a version of a remote that runs on this device and loads a part of it, a page or what it puts into a slot: the canary
 * or the live one, then the live one, then the one that worked before. A failure is reported at once; anything else when the
 * part stands, for one that throws while it is rendered was not loaded.
 *
 * Takes the part, and what was tried before, if a version has just failed while it was rendered; returns what runs.
 * Throws `RemoteFailure` when nothing runs or the remote is switched off.
 */
export async function findRunning<Found extends LazyPart>(
  part: WantedPart<Found>,
  past?: Past,
): Promise<RunningPart<Found>> {
  const remote = part.owner;
  const start = past?.start ?? performance.now();
  const bucket = bucketHere(remote);
  const milliseconds = () => Math.round(performance.now() - start);

  const state = registryOfPage().remotes[remote];
  const eventOf = (outcome: Pick<RemoteEvent, 'version' | 'outcome' | 'cause'>): RemoteEvent => ({
    id: remote,
    ...slotOf(part),
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
  const inOrder = await candidatesHere(part, state, bucket, past !== undefined).catch((error: unknown) => {
    failures.push({ version: 'override', cause: stepOf(error, 'network'), error });
    return [];
  });
  for (const [place, candidate] of inOrder.entries()) {
    const { release, source } = candidate;
    const { version, kilobytes, contract } = release;
    const others = inOrder.slice(place + 1).map((other) => other.release);
    const trial = new AbortController();
    try {
      const { Component, found, isSecondTry } = await Promise.race([
        tryOut(part, candidate, trial.signal),
        watchForHang(part, release, others, trial.signal),
      ]);
      broken.delete(version);
      const event = eventOf(outcomeOf(failures, { version, isSecondTry }, state.live.version));
      const facts: RegionFacts = {
        remote,
        ...slotOf(part),
        version,
        source,
        milliseconds: event.milliseconds,
        kilobytes,
        contract,
      };
      return { Component, found, release, facts, event, past: { start, failures } };
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
