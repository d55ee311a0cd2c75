import { RETRY_QUERIES, type Release } from '@space/federation';
import type { Fault } from './diagnose.ts';

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
