import { checkRelease, type Release } from '@space/federation';
import { firstAddress } from '../heal/attempts.ts';
import { StepError } from '../heal/stepError.ts';
import type { RemotePage } from '../registry/findPage.ts';
import { HOST } from './shared.ts';
import { warmPage } from './warm.ts';

/** How long no file of a version may arrive before the next version is requested in parallel, in milliseconds. */
const SILENCE_LIMIT = 2_000;
/** A version hangs if no file of it arrives for this many times the response time of the next version. */
const SILENCE_FACTOR = 2;

async function waitForNext(
  { owner, path }: RemotePage,
  release: Release,
  next: Release,
  signal: AbortSignal,
): Promise<true> {
  const folder = new URL('.', firstAddress(release)).href;
  let lastArrival = performance.now();
  const arrivals = new PerformanceObserver((list) => {
    if (list.getEntries().some(({ name }) => name.startsWith(folder))) lastArrival = performance.now();
  });
  arrivals.observe({ type: 'resource' });
  signal.addEventListener('abort', () => arrivals.disconnect());

  const waitForSilence = async (milliseconds: number) => {
    const remaining = () => lastArrival + milliseconds - performance.now();
    while (remaining() > 0) {
      await new Promise((resolve) => setTimeout(resolve, remaining()));
      signal.throwIfAborted();
    }
  };
  await waitForSilence(SILENCE_LIMIT);
  const start = performance.now();
  // Bypasses the browser's cache, to measure the network.
  const { ok } = await fetch(next.entry, { cache: 'reload', signal });
  if (!ok) throw new Error(`${next.entry} cannot be had`);
  await waitForSilence(SILENCE_FACTOR * (performance.now() - start));
  await warmPage(owner, next, path);
  return true;
}

/**
 * Watches a version that is being loaded. A slow network is not a hang: each file of the version that arrives restarts the
 * wait, and a request for the entry of the next version measures the network (decision 014). No code of the next version
 * runs.
 *
 * Takes the page, the version, the versions after it, and the signal that ends the watch. Throws StepError 'timeout' when
 * the version hangs and all files that the page needs of the next version have loaded; otherwise it never settles.
 */
export async function watchForHang(
  page: RemotePage,
  release: Release,
  others: readonly Release[],
  signal: AbortSignal,
): Promise<never> {
  const next = others.find((other) => checkRelease(other, HOST).length === 0);
  // False if the watch ended without a hang, or the next version cannot be loaded either.
  const isReady = next && (await waitForNext(page, release, next, signal).catch(() => false));
  if (isReady) throw new StepError('timeout', `${release.version} does not answer, ${next.version} does`);
  return new Promise(() => {});
}
