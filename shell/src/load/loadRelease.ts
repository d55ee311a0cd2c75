import { checkRelease, checkRemoteModule, type Release, type RemoteRoute } from '@space/federation';
import { nextAttempt, noteFault, noteTimeout, wasTried } from '../heal/attempts.ts';
import { diagnose } from '../heal/diagnose.ts';
import { findPage } from '../registry/findPage.ts';
import type { RemotePart } from '../registry/remotePart.ts';
import { HOST } from './shared.ts';
import { openContainer } from './openContainer.ts';
import { StepError, causeOfImport, stepOf } from '../heal/stepError.ts';
import { warm } from './warm.ts';
import { withTimeLimit } from '../browser/withTimeLimit.ts';

/** What a release exposes: its routes, which were checked, and the module, of which no more is known. */
export interface Exposed {
  routes: RemoteRoute[];
  module: unknown;
}

/** What came of a release: what it exposes, and whether it took a second try to get it now. */
export interface LoadedRelease {
  exposed: Exposed;
  isSecondTry: boolean;
}

const loaded = new Map<string, Exposed>();
const underWay = new Map<string, Promise<LoadedRelease>>();

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
    if (step === 'timeout') noteTimeout(release);
    throw new StepError(step, error);
  }
}

/** Makes sure that the network has all of a release, and throws what it has not. */
async function expectSound(release: Release, failure: unknown): Promise<void> {
  const fault = await diagnose(release);
  if (fault === null) return;
  if (wasTried(release)) noteFault(release, fault);
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
      // Waiting twice for something that hangs would double the wait; a shape does not change by asking again.
      if (step === 'timeout' || step === 'contract') throw error;
      failure = error;
    }
  }
  // What failed before is looked at before it is imported again.
  await expectSound(release, failure);
  try {
    return { exposed: await attempt(part, release), isSecondTry: true };
  } catch (error) {
    if (stepOf(error, 'init') !== 'timeout') noteFault(release, null);
    throw error;
  }
}

/**
 * Loads a release: gate → code, with the styles asked for beside it → check of the shape; once more if it fails at
 * once and the network has everything by then. Two who ask at the same time wait for the same load.
 *
 * Takes the part that it is needed for and the release; returns what it exposes; throws StepError with the cause.
 */
export async function loadRelease(part: RemotePart, release: Release): Promise<LoadedRelease> {
  const { entry } = release;
  const exposed = loaded.get(entry);
  if (exposed) return { exposed, isSecondTry: false };
  const running = underWay.get(entry) ?? load(part, release);
  underWay.set(entry, running);
  try {
    const result = await running;
    loaded.set(entry, result.exposed);
    return result;
  } finally {
    underWay.delete(entry);
  }
}
