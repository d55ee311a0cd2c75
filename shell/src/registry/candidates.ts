import type { Release, RemoteState } from '@space/federation';

/** A version that may run, and why it is one. */
export interface Candidate {
  release: Release;
  source: 'live' | 'canary' | 'previous' | 'override';
}

/**
 * The versions of a remote that this device may run, in the order in which they are tried: the canary if its bucket is
 * below the percentage, else the live one; then the live one; then the one that worked before. Each once.
 *
 * Takes the state of the remote, the device's bucket (0 ≤ bucket < 100), and the versions that are known to be broken.
 */
export function candidates(
  { live, previous, canary }: RemoteState,
  bucket: number,
  broken: ReadonlySet<string>,
): Candidate[] {
  const all: Candidate[] = [];
  if (canary && bucket < canary.percent) all.push({ release: canary.release, source: 'canary' });
  all.push({ release: live, source: 'live' });
  if (previous) all.push({ release: previous, source: 'previous' });
  const seen = new Set(broken);
  return all.filter(({ release: { version } }) => !seen.has(version) && seen.add(version));
}
