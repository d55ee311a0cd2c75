import { checkRelease, type Release, type RemoteRoute } from '@space/federation';
import { withTimeLimit } from '../browser/browser.ts';
import type { SitePage } from '../registry/registry.ts';
import { diagnose, fetchPage, fetchStyles } from './files.ts';
import { HOST, openRemote } from './runtime.ts';
import {
  StepError,
  addressOf,
  causeOf,
  nextAddress,
  recordFault,
  recordTimeout,
  wasTried,
} from './versions.ts';

// Loading one version: its release and the page's own chunk, each once more if the network has every file by then; and
// giving it up for the next version if it hangs. All throw StepError with the cause.

interface Loaded<Result> {
  result: Result;
  isSecondTry: boolean;
}

/**
 * Runs a step; once more if it fails at once and the network has every file intact by then. Takes the failure of an earlier
 * run, after which the network is asked first.
 */
async function run<Result>(
  release: Release,
  step: () => Promise<Result>,
  failure?: unknown,
): Promise<Loaded<Result>> {
  const isSecondTry = failure !== undefined;
  const fault = isSecondTry && (await diagnose(release));
  if (fault) {
    recordFault(release, fault.address);
    throw new StepError(fault.cause, failure);
  }
  try {
    return { result: await withTimeLimit(step()), isSecondTry };
  } catch (error) {
    const cause = causeOf(error);
    if (cause === 'timeout') recordTimeout(release);
    else if (isSecondTry) recordFault(release, null);
    // A second try would double the wait for a hang, and does not change the shape of the module.
    if (isSecondTry || cause === 'timeout' || cause === 'contract') throw new StepError(cause, error);
    return run(release, step, error);
  }
}

async function openRelease({ owner, path }: SitePage, release: Release): Promise<Loaded<RemoteRoute[]>> {
  const [refusal] = checkRelease(release, HOST);
  if (refusal) throw new StepError(refusal.rule === 'contract' ? 'contract' : 'share', refusal.message);
  const step = () => {
    // In parallel with the import of the entry instead of after it; the import and `fetchStyles` report its errors.
    void fetchPage(release, path).catch(() => {});
    return openRemote(owner, nextAddress(release));
  };
  return run(release, step, wasTried(release) ? 'the network still has it wrong' : undefined);
}

/** Releases that are open or being opened, by their entry. */
const releases = new Map<string, Promise<Loaded<RemoteRoute[]>>>();

const keep = ({ entry }: Release, result: RemoteRoute[]) =>
  releases.set(entry, Promise.resolve({ result, isSecondTry: false }));

/** Loads a release: gate → code, with the styles in parallel → check of the shape. Concurrent calls share one load. */
export async function loadRelease(page: SitePage, release: Release): Promise<Loaded<RemoteRoute[]>> {
  const running = releases.get(release.entry) ?? openRelease(page, release);
  releases.set(release.entry, running);
  try {
    const loaded = await running;
    keep(release, loaded.result);
    return loaded;
  } catch (error) {
    releases.delete(release.entry);
    throw error;
  }
}

type Chunk = Awaited<ReturnType<RemoteRoute['lazy']>>;

const chunks = new WeakMap<RemoteRoute, Chunk>();

/** Loads the chunk of a page, once: importing it again would cost a turn of the event loop, which is slow on a busy page. */
async function pageChunk(route: RemoteRoute): Promise<Chunk> {
  const chunk = chunks.get(route) ?? (await route.lazy());
  chunks.set(route, chunk);
  return chunk;
}

/** Loads the chunk and the styles of a page. */
export function loadChunk({ path }: SitePage, release: Release, route: RemoteRoute) {
  return run(release, async () => {
    const [chunk] = await Promise.all([pageChunk(route), fetchStyles(release, path)]);
    return chunk;
  });
}

/** Prefetches a page, and runs its code once all files have loaded, so that a visit only has to render it. */
export async function warmRelease({ owner, path }: SitePage, release: Release): Promise<void> {
  // A release that the gate will refuse is not requested.
  if (checkRelease(release, HOST).length > 0) return;
  await fetchPage(release, path);
  const routes = await openRemote(owner, addressOf(release));
  keep(release, routes);
  const route = routes.find((one) => one.path === path);
  if (route) await pageChunk(route);
}

/** How long no file of a version may arrive before the next version is requested in parallel, in milliseconds. */
const SILENCE_LIMIT = 2_000;
/** A version hangs if no file of it arrives for this many times the response time of the next version. */
const SILENCE_FACTOR = 2;

/** Waits until no file of a release has arrived for a time, and the files that a page needs of the next one have. */
async function waitForNext({ path }: SitePage, release: Release, next: Release, signal: AbortSignal) {
  const folder = addressOf(release).replace(/[^/]*$/, '');
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
  await fetchPage(next, path);
}

/**
 * Watches a version that is being loaded: each file of it that arrives restarts the wait, and a request for the entry of the
 * next version, of which no code runs, measures the network. Throws StepError 'timeout' when the version hangs and the next
 * one does not; otherwise it never settles.
 */
export async function watchForHang(
  page: SitePage,
  release: Release,
  others: readonly Release[],
  signal: AbortSignal,
): Promise<never> {
  const next = others.find((other) => checkRelease(other, HOST).length === 0);
  const never = new Promise<never>(() => {});
  if (!next) return never;
  // The watch ended without a hang, or the next version cannot be loaded either.
  await waitForNext(page, release, next, signal).catch(() => never);
  throw new StepError('timeout', `${release.version} does not answer, ${next.version} does`);
}
