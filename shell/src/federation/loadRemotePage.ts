import type { ComponentType } from 'react';
import type { PageHandle } from '@space/federation';
import { report } from '@space/platform';
import type { RemoteEvent } from '@space/platform';
import { bucketHere } from './bucket.ts';
import { candidates } from './candidates.ts';
import type { Candidate } from './candidates.ts';
import { diagnose } from './diagnose.ts';
import type { SitePage } from './findPage.ts';
import { loadRelease } from './loadRelease.ts';
import { registryOfPage } from './registryOfPage.ts';
import { regions } from './regions.ts';
import type { RegionFacts } from './regions.ts';
import { remoteFailure } from './remoteFailure.ts';
import { StepError, stepOf } from './stepError.ts';
import type { Cause } from './stepError.ts';
import { withTimeLimit } from './withTimeLimit.ts';

const TIME_LIMIT = 8_000;

/** A page of a remote, code and all, and which version it is from. */
export interface RemotePage {
  Component: ComponentType;
  handle: PageHandle;
  facts: RegionFacts;
}

/** A version that failed, and how. */
interface Failure {
  version: string;
  cause: Cause;
  error: unknown;
}

/** Versions that broke in this document: not tried again before everything else has failed too. */
const broken = new Map<string, Set<string>>();
/** Remotes whose page failed although the network had everything: only a new document helps. */
export const stuck = new Set<string>();

function brokenOf(remote: string): Set<string> {
  const known = broken.get(remote) ?? new Set();
  broken.set(remote, known);
  return known;
}

async function loadChunk(
  { release }: Candidate,
  route: { lazy: () => Promise<{ Component: ComponentType }> },
) {
  try {
    return await withTimeLimit(route.lazy(), TIME_LIMIT);
  } catch (error) {
    if (stepOf(error, 'network') === 'timeout') throw error;
    const fault = await diagnose(release);
    if (fault) throw new StepError(fault, error);
    return withTimeLimit(route.lazy(), TIME_LIMIT);
  }
}

async function tryOut(page: SitePage, candidate: Candidate) {
  const { routes, isSecondTry } = await loadRelease(page.owner, candidate.release);
  const route = routes.find(({ path }) => path === page.path);
  if (!route) throw new StepError('contract', `${candidate.release.version} has no page at ${page.path}`);
  const { Component } = await loadChunk(candidate, route).catch((error: unknown) => {
    throw new StepError(stepOf(error, 'network'), error);
  });
  return { Component, handle: route.handle, isSecondTry };
}

function outcomeOf(failures: readonly Failure[], isSecondTry: boolean): RemoteEvent['outcome'] {
  if (failures.length > 0) return 'fell-back';
  return isSecondTry ? 'recovered' : 'loaded';
}

/**
 * Finds a version of a remote that runs on this device and loads a page from it: the canary or the live one, then the
 * live one, then the one that worked before. Each call ends in one reported event.
 *
 * Takes the page, and a version that has just failed while it was rendered, if that is why; returns the page. Throws
 * `RemoteFailure` when nothing runs or the remote is switched off.
 */
export async function loadRemotePage(page: SitePage, afterRender?: Failure): Promise<RemotePage> {
  const remote = page.owner;
  const start = performance.now();
  const bucket = bucketHere(remote);
  const milliseconds = () => Math.round(performance.now() - start);
  const tell = (version: string, outcome: RemoteEvent['outcome'], cause: Cause) => {
    report({ id: remote, version, outcome, cause, milliseconds: milliseconds(), bucket });
  };

  const state = registryOfPage().remotes[remote];
  if (!state) {
    tell('unknown', 'failed', 'registry');
    throw remoteFailure(remote, 'registry', 'no release is listed');
  }
  if (state.disabled !== null) {
    tell(state.live.version, 'disabled', 'killed');
    throw remoteFailure(remote, 'killed', state.disabled);
  }

  const failures: Failure[] = afterRender ? [afterRender] : [];
  if (afterRender) brokenOf(remote).add(afterRender.version);
  const healthy = candidates(state, bucket, brokenOf(remote));
  // When nothing is left, a visitor who asks again gets everything tried again.
  const inOrder = healthy.length > 0 || afterRender ? healthy : candidates(state, bucket, new Set());
  for (const candidate of inOrder) {
    const { version, kilobytes, contract } = candidate.release;
    try {
      const { Component, handle, isSecondTry } = await tryOut(page, candidate);
      tell(failures[0]?.version ?? version, outcomeOf(failures, isSecondTry), failures[0]?.cause ?? 'none');
      const facts: RegionFacts = {
        remote,
        version,
        source: candidate.source,
        milliseconds: milliseconds(),
        kilobytes,
        contract,
        failed: [...brokenOf(remote)],
      };
      regions.set(remote, facts);
      return { Component, handle, facts };
    } catch (error) {
      failures.push({ version, cause: stepOf(error, 'network'), error });
      brokenOf(remote).add(version);
    }
  }
  const [first] = failures;
  if (first?.cause === 'network' || first?.cause === 'init') stuck.add(remote);
  tell(first?.version ?? state.live.version, 'failed', first?.cause ?? 'network');
  throw remoteFailure(remote, first?.cause ?? 'network', first?.error);
}
