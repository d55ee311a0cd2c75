import { RETRY_QUERIES, type Release, type RemoteEvent } from '@space/federation';
import { safeStorage } from '@space/supabase';
import type { Failure, RemoteHere } from '../registry/registry.ts';

// The versions of a remote: which this device tries, how often each was tried in this document, why one failed.

/** A version that may run, and why. */
export interface Candidate {
  release: Release;
  source: 'live' | 'canary' | 'previous' | 'tried';
}

/**
 * The versions of a remote that this device may run, in the order in which they are tried: the canary if the device's bucket
 * is below its percentage, then the live version, then the previous one. A tab that tries a release gets no other. Takes the
 * device's bucket (0 ≤ bucket < 100), and the versions that are known to be broken.
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

const KEY = 'better-space-device';
const storage = safeStorage();

/** FNV-1a, 32 bits: small, and uniform enough to distribute devices. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  // The last bits of FNV-1a are the least mixed ones.
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}

/**
 * The bucket of a device for a remote: a percentage, 0 ≤ bucket < 100, with two decimals. A device always has the same
 * bucket, so that a growing canary never takes its version away from a device.
 */
export function bucketOf(device: string, remote: string): number {
  return (fnv1a(`${device}:${remote}`) % 10_000) / 100;
}

/** This device's bucket for a remote. The random name it is computed from never leaves the device. */
export function bucketHere(remote: string): number {
  let device = storage.getItem(KEY);
  if (device === null) {
    // Not randomUUID, which is missing on plain HTTP.
    device = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
    storage.setItem(KEY, device);
  }
  return bucketOf(device, remote);
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

/** The step that an unknown error belongs to, or a fallback. */
export function stepOf(error: unknown, fallback: Cause): Cause {
  if (error instanceof StepError) return error.step;
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : fallback;
}

/** Matches what Chromium, Firefox and Safari say of an import that could not be fetched. */
const NOT_FETCHED = /dynamically imported module|importing a module script failed|module script failed/i;

/** Whether an import failed while it was fetched ('network') or in its own code ('init'). */
export function causeOfImport(error: unknown): Cause {
  return error instanceof Error && NOT_FETCHED.test(error.message) ? 'network' : 'init';
}

/** A file of a release that the network does not deliver intact. */
export interface Fault {
  cause: Cause;
  address: string;
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

/** The address of a release's entry at the first attempt. */
export const firstAddress = ({ entry }: Release) => new URL(entry, location.origin).href;

/** Starts a new attempt: returns the address to import, or null if all addresses are used up. */
export function nextAttempt({ entry }: Release): { address: string } | null {
  const count = counts.get(entry) ?? 0;
  const suffix = SUFFIXES[count];
  if (suffix === undefined) return null;
  counts.set(entry, count + 1);
  return { address: new URL(entry + suffix, location.origin).href };
}

/**
 * Records why an import of a release failed. An entry can be retried at another address, and a style is requested again.
 * The failure of any other chunk is cached by the browser (Chromium 150) as long as the document lives; an unexplained
 * failure (null) is treated like that.
 */
export function recordFault({ entry, styles }: Release, fault: Fault | null): void {
  const isRepeatable =
    fault !== null && (fault.address === entry || styles.some(({ href }) => href === fault.address));
  if (!isRepeatable) stuck.add(entry);
}

/** Records that an import timed out. If the entry has arrived by then, one of its chunks hangs. */
export function recordTimeout(release: Release): void {
  const suffix = SUFFIXES[(counts.get(release.entry) ?? 1) - 1] ?? '';
  const address = new URL(release.entry + suffix, location.origin).href;
  const hasArrived = performance.getEntriesByName(address).length > 0;
  recordFault(release, hasArrived ? null : { cause: 'timeout', address: release.entry });
}

/** The part of an event that follows from the attempts. */
type Outcome = Pick<RemoteEvent, 'version' | 'outcome' | 'cause'>;

/**
 * The outcome of opening a page, for one event. If a version failed, the event names the one that failed first, which this
 * device should have run; the live one if none was tried at all.
 */
export function outcomeOf(
  failures: readonly Failure[],
  running: { version: string; isSecondTry: boolean } | null,
  live: string,
): Outcome {
  const [first] = failures;
  if (running === null) {
    return { version: first?.version ?? live, outcome: 'failed', cause: first?.cause ?? 'network' };
  }
  if (first) return { version: first.version, outcome: 'fell-back', cause: first.cause };
  return { version: running.version, outcome: running.isSecondTry ? 'recovered' : 'loaded', cause: 'none' };
}
