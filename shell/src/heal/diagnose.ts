import type { Release } from '@space/federation';
import type { Cause } from './stepError.ts';
import { filesOfRelease } from '../registry/filesOfRelease.ts';
import { TIME_LIMIT } from '../browser/withTimeLimit.ts';

/** What the network has wrong of a release. */
export interface Fault {
  cause: Cause;
  address: string;
}

async function hashOf(bytes: ArrayBuffer): Promise<string | null> {
  // There is none on plain HTTP, where the browser's own check has to do.
  if (!('subtle' in crypto)) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

async function causeAt(address: string, integrity: string): Promise<Cause | null> {
  const isStyle = address.endsWith('.css');
  const fault: Cause = isStyle ? 'style' : 'network';
  try {
    const response = await fetch(address, { cache: 'reload', signal: AbortSignal.timeout(TIME_LIMIT) });
    // A page in the place of a file: someone on the way answered, or the server did not find it.
    const isOfKind = (isStyle ? /css/ : /javascript/).test(response.headers.get('Content-Type') ?? '');
    if (!response.ok || !isOfKind) return fault;
    const hash = await hashOf(await response.arrayBuffer());
    // What an override brings has no hash to be held to.
    return hash === null || integrity === '' || hash === integrity ? null : 'integrity';
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : fault;
  }
}

/**
 * Asks the network for every script and style of a release anew, and compares each with its hash. An import says only
 * that it failed; this says why, and whether trying once more makes sense.
 *
 * Takes the release; returns the first fault found, or null when everything is as it should be by now. Never throws.
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
