import { checkRelease, checkRemoteModule, type Release, type RemoteRoute } from '@space/federation';
import { nextAttempt, recordFault, recordTimeout, wasTried } from '../heal/attempts.ts';
import { diagnose } from '../heal/diagnose.ts';
import { findPage, type RemotePage } from '../registry/findPage.ts';
import { HOST } from './shared.ts';
import { openContainer } from './openContainer.ts';
import { StepError, causeOfImport, stepOf } from '../heal/stepError.ts';
import { warm } from './warm.ts';
import { withTimeLimit } from '../browser/withTimeLimit.ts';

/** The result of loading a release: its checked routes, and whether this took a second try. */
export interface LoadedRelease {
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
    const module = await withTimeLimit(openContainer(remote, release, next.address));
    const verdict = checkRemoteModule(module, remote, (one) => findPage(one)?.owner ?? remote);
    if (!verdict.ok) throw new StepError('contract', verdict.reason);
    return verdict.routes;
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
 * network has every file by then. Concurrent calls share one load.
 *
 * Takes the page that needs the release, and the release; returns its routes; throws StepError with the cause.
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
