import { RETRY_QUERIES, type Release } from '@space/federation';
import type { Fault } from './diagnose.ts';

/** The addresses of an entry, one for each attempt: a failed import is remembered by its address. */
const ADDRESSES = ['', ...RETRY_QUERIES];

const counts = new Map<string, number>();
const stuck = new Set<string>();

/** Whether a release was tried in this document. */
export const wasTried = ({ entry }: Release) => counts.has(entry);

/** Whether a release can be tried again in this document, or only in a new one. */
export const canTryAgain = ({ entry }: Release) =>
  !stuck.has(entry) && (counts.get(entry) ?? 0) < ADDRESSES.length;

/** The address of a release's entry at the first attempt. */
export const firstAddress = ({ entry }: Release) => new URL(entry, location.origin).href;

/** Opens a new attempt: returns the address to import, or null when all addresses are used up. */
export function nextAttempt({ entry }: Release): { address: string } | null {
  const count = counts.get(entry) ?? 0;
  const suffix = ADDRESSES[count];
  if (suffix === undefined) return null;
  counts.set(entry, count + 1);
  return { address: new URL(entry + suffix, location.origin).href };
}

/**
 * Notes what an import of a release failed of. The entry has further addresses and a style is asked for anew; a failure
 * of any other chunk is remembered by the browser as long as the document lives (Chromium 150), and so is one that
 * no one can explain (null).
 */
export function noteFault({ entry, styles }: Release, fault: Fault | null): void {
  const isRepeatable =
    fault !== null && (fault.address === entry || styles.some(({ href }) => href === fault.address));
  if (!isRepeatable) stuck.add(entry);
}

/** Notes that an import never ended. If the entry had arrived by then, one of its chunks is what hangs. */
export function noteTimeout(release: Release): void {
  const suffix = ADDRESSES[(counts.get(release.entry) ?? 1) - 1] ?? '';
  const address = new URL(release.entry + suffix, location.origin).href;
  const hasArrived = performance.getEntriesByName(address).length > 0;
  noteFault(release, hasArrived ? null : { cause: 'timeout', address: release.entry });
}
