import { RETRY_QUERIES, type Release, type RemoteEvent } from '@space/federation';
import { safeStorage } from '@space/supabase';
import { registryOfPage, type Failure, type RegionFacts, type RemoteHere } from '../registry/registry.ts';

// The versions of a remote: which this device tries, how often each was tried in this document, why one failed.

/** A version that may run, and why. */
interface Candidate {
  release: Release;
  source: RegionFacts['source'];
}

/** Versions by name: a set, or a map with what is known of each. */
type Versions = Pick<ReadonlySet<string>, 'has'>;

/**
 * The versions of a remote that this device may run, in the order in which they are tried: the canary if the device's bucket
 * is below its percentage, then the live version, then the previous one. A tab that tries a release gets no other. Takes the
 * device's bucket (0 ≤ bucket < 100), and the versions that are known to be broken.
 */
export function candidates(state: RemoteHere, bucket: number, broken: Versions): Candidate[] {
  const { live, previous, canary, tried } = state;
  const chosen = canary && bucket < canary.percent ? canary.release : null;
  const all = tried ? { tried } : { canary: chosen, live, previous };
  const seen = new Set<string>();
  return Object.entries(all).flatMap(([source, release]) => {
    if (!release || broken.has(release.version) || seen.has(release.version)) return [];
    seen.add(release.version);
    return [{ release, source: source as Candidate['source'] }];
  });
}

const storage = safeStorage();

/**
 * This device's bucket for a remote, 0 to 99.99: random at first, then always the same, so that a growing canary never takes
 * its version away from a device.
 */
export function bucketHere(remote: string): number {
  const key = `better-space-bucket:${remote}`;
  const stored = Number(storage.getItem(key) ?? NaN);
  if (stored >= 0 && stored < 100) return stored;
  const bucket = Math.floor(Math.random() * 10_000) / 100;
  storage.setItem(key, String(bucket));
  return bucket;
}

/** The versions of a remote to try on this device, in order; none if it is unknown or switched off. */
export function candidatesHere(remote: string, broken: Versions): Candidate[] {
  const state = registryOfPage().remotes[remote];
  return state?.disabled === null ? candidates(state, bucketHere(remote), broken) : [];
}

export type Cause = RemoteEvent['cause'];

/** An error in a step of loading, with the cause that the event will name. */
export class StepError extends Error {
  readonly step: Cause;

  constructor(step: Cause, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.step = step;
  }
}

/** Matches what Chromium, Firefox and Safari say of an import that could not be fetched. */
const NOT_FETCHED = /dynamically imported module|importing a module script failed|module script failed/i;

/** Why a step failed: an import that could not be fetched is 'network', an error in the code itself 'init'. */
export function causeOf(error: unknown): Cause {
  if (error instanceof StepError) return error.step;
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout';
  return error instanceof Error && NOT_FETCHED.test(error.message) ? 'network' : 'init';
}

/** Suffixes of an entry's address, one for each attempt: browsers cache a failed import by its address. */
const SUFFIXES = ['', ...RETRY_QUERIES];

const counts = new Map<string, number>();
const stuck = new Set<string>();

/** Whether a release was tried in this document. */
export const wasTried = ({ entry }: Release) => counts.has(entry);

/** Whether a release can be tried again in this document, or only in a new one. */
export const canTryAgain = ({ entry }: Release) =>
  !stuck.has(entry) && (counts.get(entry) ?? 0) < SUFFIXES.length;

/** The absolute address of an entry, as modules and measurements have it, at the first attempt or another. */
export const addressOf = ({ entry }: Release, suffix = '') => new URL(entry + suffix, location.origin).href;

/** Starts a new attempt: returns the address to import. Throws StepError if all addresses are used up. */
export function nextAddress(release: Release): string {
  const count = counts.get(release.entry) ?? 0;
  const suffix = SUFFIXES[count];
  if (suffix === undefined) throw new StepError('init', 'it failed too often in this document');
  counts.set(release.entry, count + 1);
  return addressOf(release, suffix);
}

/**
 * Records that an import of a release failed because of one of its files. An entry can be retried at another address, and a
 * style is requested again. The failure of any other chunk is cached by the browser (Chromium 150) as long as the document
 * lives; an unexplained failure (null) is treated like that.
 */
export function recordFault({ entry, styles }: Release, address: string | null): void {
  const isRepeatable = address === entry || styles.some(({ href }) => href === address);
  if (!isRepeatable) stuck.add(entry);
}

/** Records that an import timed out. If the entry has arrived by then, one of its chunks hangs. */
export function recordTimeout(release: Release): void {
  const suffix = SUFFIXES[(counts.get(release.entry) ?? 1) - 1];
  const hasArrived = performance.getEntriesByName(addressOf(release, suffix)).length > 0;
  recordFault(release, hasArrived ? null : release.entry);
}

/** The outcome of opening a page, for one event. It names the version that failed first, which this device should have run. */
export function outcomeOf(
  [first]: readonly Failure[],
  running: { version: string; isSecondTry: boolean } | null,
  live: string,
): Pick<RemoteEvent, 'version' | 'outcome' | 'cause'> {
  const { version, cause } = first ?? { version: live, cause: 'network' };
  if (running === null) return { version, outcome: 'failed', cause };
  if (first) return { version, outcome: 'fell-back', cause };
  return { version: running.version, outcome: running.isSecondTry ? 'recovered' : 'loaded', cause: 'none' };
}
