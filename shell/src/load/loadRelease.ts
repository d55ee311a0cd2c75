import { checkRelease, checkRemoteModule, type Release, type RemoteRoute } from '@space/federation';
import { nextAttempt, recordFault, recordTimeout, wasTried } from '../heal/attempts.ts';
import { diagnose } from '../heal/diagnose.ts';
import { findPage } from '../registry/findPage.ts';
import type { RemotePart } from '../registry/remotePart.ts';
import { HOST } from './shared.ts';
import { openContainer } from './openContainer.ts';
import { StepError, causeOfImport, stepOf } from '../heal/stepError.ts';
import { warm } from './warm.ts';
import { withTimeLimit } from '../browser/withTimeLimit.ts';

/** What a release exposes: its checked routes, and the otherwise unchecked module. */
export interface Exposed {
  routes: RemoteRoute[];
  module: unknown;
}

/** The result of loading a release: what it exposes, and whether this took a second try. */
export interface LoadedRelease {
  exposed: Exposed;
  isSecondTry: boolean;
}

const loaded = new Map<string, Exposed>();
const inFlight = new Map<string, Promise<LoadedRelease>>();

async function attempt({ owner: remote, key }: RemotePart, release: Release): Promise<Exposed> {
  const next = nextAttempt(release);
  if (next === null) throw new StepError('init', 'it failed too often in this document');
  try {
    warm(remote, release, key);
    const module = await withTimeLimit(openContainer(remote, release, next.address));
    const verdict = checkRemoteModule(module, remote, (path) => findPage(path)?.owner ?? remote);
    if (!verdict.ok) throw new StepError('contract', verdict.reason);
    return { routes: verdict.routes, module };
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

async function load(part: RemotePart, release: Release): Promise<LoadedRelease> {
  const [refusal] = checkRelease(release, HOST);
  if (refusal) throw new StepError(refusal.rule === 'contract' ? 'contract' : 'share', refusal.message);
  let failure: unknown = 'the network still has it wrong';
  if (!wasTried(release)) {
    try {
      return { exposed: await attempt(part, release), isSecondTry: false };
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
    return { exposed: await attempt(part, release), isSecondTry: true };
  } catch (error) {
    if (stepOf(error, 'init') !== 'timeout') recordFault(release, null);
    throw error;
  }
}

/**
 * Loads a release: gate → code, with the styles in parallel → check of the shape. Retries once if it fails quickly and the
 * network has every file by then. Concurrent calls share one load.
 *
 * Takes the part that needs the release, and the release; returns what it exposes; throws StepError with the cause.
 */
export async function loadRelease(part: RemotePart, release: Release): Promise<LoadedRelease> {
  const { entry } = release;
  const exposed = loaded.get(entry);
  if (exposed) return { exposed, isSecondTry: false };
  const running = inFlight.get(entry) ?? load(part, release);
  inFlight.set(entry, running);
  try {
    const result = await running;
    loaded.set(entry, result.exposed);
    return result;
  } finally {
    inFlight.delete(entry);
  }
}
