import { checkRelease, type Release } from '@space/federation';
import { firstAddress } from '../heal/attempts.ts';
import { StepError } from '../heal/stepError.ts';
import type { RemotePart } from '../registry/remotePart.ts';
import { HOST } from './shared.ts';
import { warmPage } from './warm.ts';

/** How long nothing may come of a version before the next one is asked beside it, in milliseconds. */
const PATIENCE = 2_000;
/** A version hangs when it is silent for that many times as long as the next one took to answer. */
const TIMES_SLOWER = 2;

async function untilNextIsThere(
  { owner, key }: RemotePart,
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

  const untilSilentFor = async (milliseconds: number) => {
    const rest = () => lastArrival + milliseconds - performance.now();
    while (rest() > 0) {
      await new Promise((resolve) => setTimeout(resolve, rest()));
      signal.throwIfAborted();
    }
  };
  await untilSilentFor(PATIENCE);
  const start = performance.now();
  // From the network: what the browser has kept says nothing about how fast that is.
  const { ok } = await fetch(next.entry, { cache: 'reload', signal });
  if (!ok) throw new Error(`${next.entry} cannot be had`);
  await untilSilentFor(TIMES_SLOWER * (performance.now() - start));
  await warmPage(owner, next, key);
  return true;
}

/**
 * Watches a version that is being loaded. A slow network is no hang: each file of the version that arrives begins the wait
 * anew, and the entry of the next version measures how fast the network answers (decision 014). Nothing of the next version
 * runs.
 *
 * Takes the part, the version, those that come after it, and the signal that ends the watch. Throws StepError 'timeout'
 * when the version hangs and all that the part needs of the next one is there; never returns.
 */
export async function watchForHang(
  part: RemotePart,
  release: Release,
  others: readonly Release[],
  signal: AbortSignal,
): Promise<never> {
  const next = others.find((other) => checkRelease(other, HOST).length === 0);
  // Ends without a hang: the version was quicker, or the next one is no help.
  const isThere = next && (await untilNextIsThere(part, release, next, signal).catch(() => false));
  if (isThere) throw new StepError('timeout', `${release.version} does not answer, ${next.version} does`);
  return new Promise(() => {});
}
