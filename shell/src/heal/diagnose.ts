import type { Release } from '@space/federation';
import type { Cause } from './stepError.ts';
import { filesOfRelease } from '../registry/filesOfRelease.ts';
import { TIME_LIMIT } from '../browser/withTimeLimit.ts';

/** A file of a release that the network does not deliver intact. */
export interface Fault {
  cause: Cause;
  address: string;
}

async function hashOf(bytes: ArrayBuffer): Promise<string | null> {
  // Plain HTTP has no Web Crypto: there the browser's own integrity check has to suffice.
  if (!('subtle' in crypto)) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

async function causeAt(address: string, integrity: string): Promise<Cause | null> {
  const isStyle = address.endsWith('.css');
  const fault: Cause = isStyle ? 'style' : 'network';
  try {
    const response = await fetch(address, { cache: 'reload', signal: AbortSignal.timeout(TIME_LIMIT) });
    // HTML instead of the file: a proxy responded, or the server did not find the file.
    const hasExpectedType = (isStyle ? /css/ : /javascript/).test(response.headers.get('Content-Type') ?? '');
    if (!response.ok || !hasExpectedType) return fault;
    const hash = await hashOf(await response.arrayBuffer());
    return hash === null || hash === integrity ? null : 'integrity';
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : fault;
  }
}

/**
 * Requests every script and style of a release again, past the cache, and compares each with its hash. An import says only
 * that it failed; this says why, and whether a retry makes sense.
 *
 * Takes the release; returns the first fault found, or null if every file is intact by now. Never throws.
 */
export async function diagnose(release: Release): Promise<Fault | null> {
  const faults = await Promise.all(
    filesOfRelease(release).map(async ([address, integrity]) => ({
      address,
      cause: await causeAt(address, integrity),
    })),
  );
  return faults.find((fault): fault is Fault => fault.cause !== null) ?? null;
}
