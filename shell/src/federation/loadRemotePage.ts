import type { ComponentType } from 'react';
import type { PageHandle, Release, RemoteRoute, RemoteState } from '@space/federation';
import { report } from '@space/platform';
import type { RemoteEvent } from '@space/platform';
import { activeOverride } from '../override/activeOverride.ts';
import { noteFault, noteTimeout } from './attempts.ts';
import { bucketHere } from './bucket.ts';
import { candidates } from './candidates.ts';
import type { Candidate } from './candidates.ts';
import { diagnose } from './diagnose.ts';
import type { SitePage } from './findPage.ts';
import { loadRelease } from './loadRelease.ts';
import { outcomeOf } from './outcome.ts';
import type { Failure } from './outcome.ts';
import { registryOfPage } from './registryOfPage.ts';
import { pageChunk } from './pageChunk.ts';
import type { RegionFacts } from './regions.ts';
import { remoteFailure } from './remoteFailure.ts';
import { StepError, stepOf } from './stepError.ts';
import { fetchStyles } from './warm.ts';
import { withTimeLimit } from './withTimeLimit.ts';

const TIME_LIMIT = 8_000;

/** A page of a remote, code and all, and which version it is from. */
export interface RemotePage {
  Component: ComponentType;
  handle: PageHandle;
  release: Release;
  facts: RegionFacts;
  /** What is to be reported once the page stands. */
  event: RemoteEvent;
  /** What was tried before it, and since when. */
  past: Past;
}

interface Past {
  start: number;
  failures: readonly Failure[];
}

/** Versions that broke in this document: not tried again before everything else has failed too. */
const broken = new Map<string, Set<string>>();

function brokenOf(remote: string): Set<string> {
  const known = broken.get(remote) ?? new Set();
  broken.set(remote, known);
  return known;
}

/** What may run of a remote here, in the order in which it is tried. An override takes the place of every release. */
async function candidatesHere(
  remote: string,
  state: RemoteState,
  bucket: number,
  isAfterRender: boolean,
): Promise<Candidate[]> {
  const entry = activeOverride(remote);
  if (entry !== null) {
    if (isAfterRender) return [];
    const [{ openOverride }, { federation }] = await Promise.all([
      import('../override/openOverride.ts'),
      import('./runtime.ts'),
    ]);
    return [{ release: await openOverride(entry, federation), source: 'override' }];
  }
  const healthy = candidates(state, bucket, brokenOf(remote));
  // When nothing is left, a visitor who asks again gets everything tried again.
  return healthy.length > 0 || isAfterRender ? healthy : candidates(state, bucket, new Set());
}

/** Fetches a page's own chunk and its styles; once more if the network has everything by then. Throws StepError. */
async function loadChunk(remote: string, release: Release, route: RemoteRoute) {
  const load = async () => {
    const both = Promise.all([pageChunk(route), fetchStyles(remote, release, route.path)]);
    const [chunk] = await withTimeLimit(both, TIME_LIMIT);
    return chunk;
  };
  try {
    return { ...(await load()), isSecondTry: false };
  } catch (error) {
    const step = stepOf(error, 'network');
    if (step === 'timeout') {
      noteTimeout(release);
      throw new StepError(step, error);
    }
    const fault = await diagnose(release);
    if (fault === null) {
      const again = await load().catch(() => null);
      if (again) return { ...again, isSecondTry: true };
    }
    noteFault(release, fault);
    throw new StepError(fault?.cause ?? step, error);
  }
}

async function tryOut(page: SitePage, { release }: Candidate) {
  const { routes, isSecondTry } = await loadRelease(page, release);
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
export async function loadRemotePage(page: SitePage, past?: Past): Promise<RemotePage> {
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
  for (const { version } of failures) brokenOf(remote).add(version);
  const inOrder = await candidatesHere(remote, state, bucket, past !== undefined).catch((error: unknown) => {
    failures.push({ version: 'override', cause: stepOf(error, 'network'), error });
    return [];
  });
  for (const candidate of inOrder) {
    const { release, source } = candidate;
    const { version, kilobytes, contract } = release;
    try {
      const { Component, handle, isSecondTry } = await tryOut(page, candidate);
      brokenOf(remote).delete(version);
      const event = eventOf(outcomeOf(failures, { version, isSecondTry }, state.live.version));
      const facts: RegionFacts = {
        remote,
        version,
        source,
        milliseconds: event.milliseconds,
        kilobytes,
        contract,
        failed: [...brokenOf(remote)],
      };
      return { Component, handle, release, facts, event, past: { start, failures } };
    } catch (error) {
      failures.push({ version, cause: stepOf(error, 'network'), error });
      brokenOf(remote).add(version);
    }
  }
  const [first] = failures;
  report(eventOf(outcomeOf(failures, null, state.live.version)));
  throw remoteFailure(remote, first?.cause ?? 'network', first?.error);
}
