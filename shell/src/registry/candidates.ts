import type { Release } from '@space/federation';
import type { RemoteHere } from './registryOfPage.ts';

/** A version that may run, and why. */
export interface Candidate {
  release: Release;
  source: 'live' | 'canary' | 'previous' | 'tried';
}

/**
 * The versions of a remote that this device may run, in the order in which they are tried: the canary if the device's bucket
 * is below its percentage, then the live version, then the previous one. Each once. A tab that tries a release gets no other.
 *
 * Takes the state of the remote, the device's bucket (0 ≤ bucket < 100), and the versions that are known to be broken.
 */
export function candidates(
  { live, previous, canary, tried }: RemoteHere,
  bucket: number,
  broken: ReadonlySet<string>,
): Candidate[] {
  const all: Candidate[] = [];
  if (tried) all.push({ release: tried, source: 'tried' });
  else {
    if (canary && bucket < canary.percent) all.push({ release: canary.release, source: 'canary' });
    all.push({ release: live, source: 'live' });
    if (previous) all.push({ release: previous, source: 'previous' });
  }
  const seen = new Set(broken);
  return all.filter(({ release: { version } }) => !seen.has(version) && seen.add(version));
}
