import { checkRelease, type Release, type RemoteRoute } from '@space/federation';
import { withTimeLimit } from '../browser/browser.ts';
import type { RemotePage } from '../registry/registry.ts';
import { diagnose, fetchStyles, warm, warmPage } from './files.ts';
import { HOST, openRemote } from './runtime.ts';
import {
  StepError,
  causeOfImport,
  firstAddress,
  nextAttempt,
  recordFault,
  recordTimeout,
  stepOf,
  wasTried,
} from './versions.ts';

// Loading one version: its release and the page's own chunk, each once more if the network has every file by then; and
// giving it up for the next version if it hangs.

interface LoadedRelease {
  routes: RemoteRoute[];
  isSecondTry: boolean;
}

const loaded = new Map<string, RemoteRoute[]>();
const inFlight = new Map<string, Promise<LoadedRelease>>();

async function attempt({ owner: remote, path }: RemotePage, release: Release): Promise<RemoteRoute[]> {
  const next = nextAttempt(release);
  if (next === null) throw new StepError('init', 'it failed too often in this document');
  try {
    warm(remote, release, path);
    return await withTimeLimit(openRemote(remote, next.address));
  } catch (error) {
    const step = stepOf(error, causeOfImport(error));
    if (step === 'timeout') recordTimeout(release);
    throw new StepError(step, error);
  }
}

/** Throws if the network does not deliver every file of a release intact. */
async function throwIfFaulty(release: Release, failure: unknown): Promise<void> {
  const fault = await diagnose(release);
  if (fault === null) return;
  if (wasTried(release)) recordFault(release, fault);
  throw new StepError(fault.cause, failure);
}

async function load(page: RemotePage, release: Release): Promise<LoadedRelease> {
  const [refusal] = checkRelease(release, HOST);
  if (refusal) throw new StepError(refusal.rule === 'contract' ? 'contract' : 'share', refusal.message);
  let failure: unknown = 'the network still has it wrong';
  if (!wasTried(release)) {
    try {
      return { routes: await attempt(page, release), isSecondTry: false };
    } catch (error) {
      const step = stepOf(error, 'init');
      // A second try would double the wait for a hang, and does not change the shape of the module.
      if (step === 'timeout' || step === 'contract') throw error;
      failure = error;
    }
  }
  // Checks the files of a failed release before importing it again.
  await throwIfFaulty(release, failure);
  try {
    return { routes: await attempt(page, release), isSecondTry: true };
  } catch (error) {
    if (stepOf(error, 'init') !== 'timeout') recordFault(release, null);
    throw error;
  }
}

/**
 * Loads a release: gate → code, with the styles in parallel → check of the shape. Retries once if it fails quickly and the
 * network has every file by then. Concurrent calls share one load. Throws StepError with the cause.
 */
export async function loadRelease(page: RemotePage, release: Release): Promise<LoadedRelease> {
  const { entry } = release;
  const routes = loaded.get(entry);
  if (routes) return { routes, isSecondTry: false };
  const running = inFlight.get(entry) ?? load(page, release);
  inFlight.set(entry, running);
  try {
    const result = await running;
    loaded.set(entry, result.routes);
    return result;
  } finally {
    inFlight.delete(entry);
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

/** Loads the chunk and the styles of a page; retries once if the network has every file by then. Throws StepError. */
export async function loadChunk({ owner, path }: RemotePage, release: Release, route: RemoteRoute) {
  const load = async () => {
    const files = Promise.all([pageChunk(route), fetchStyles(owner, release, path)]);
    const [chunk] = await withTimeLimit(files);
    return chunk;
  };
  try {
    return { ...(await load()), isSecondTry: false };
  } catch (error) {
    const step = stepOf(error, causeOfImport(error));
    if (step === 'timeout') {
      recordTimeout(release);
      throw new StepError(step, error);
    }
    const fault = await diagnose(release);
    if (fault === null) {
      const retried = await load().catch(() => null);
      if (retried) return { ...retried, isSecondTry: true };
    }
    recordFault(release, fault);
    throw new StepError(fault?.cause ?? step, error);
  }
}

/**
 * Prefetches a page, and runs its code once all files have loaded, so that a visit only has to render it. Throws if a file
 * cannot be loaded.
 */
export async function warmRelease({ owner, path }: RemotePage, release: Release): Promise<void> {
  // A release that the gate will refuse is not requested.
  if (checkRelease(release, HOST).length > 0) return;
  await warmPage(owner, release, path);
  const routes = await openRemote(owner, firstAddress(release));
  loaded.set(release.entry, routes);
  const route = routes.find((one) => one.path === path);
  if (route) await pageChunk(route);
}

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
 * Watches a version that is being loaded: each file of it that arrives restarts the wait, and a request for the entry of the
 * next version, of which no code runs, measures the network. Throws StepError 'timeout' when the version hangs and the files
 * that the page needs of the next one have loaded; otherwise it never settles.
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
