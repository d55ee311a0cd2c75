import { AGAIN, checkRelease, checkRemoteModule } from '@space/federation';
import type { Release, RemoteRoute } from '@space/federation';
import { diagnose } from './diagnose.ts';
import { findPage } from './findPage.ts';
import { HOST, federation, lendDevelopmentRuntime } from './runtime.ts';
import { StepError, stepOf } from './stepError.ts';
import { warm } from './warm.ts';
import { withTimeLimit } from './withTimeLimit.ts';

const TIME_LIMIT = 8_000;
/** The addresses of an entry, one for each attempt: a failed import is remembered by its address. */
const ADDRESSES = ['', ...AGAIN];

/** What came of a release: its routes, and whether it took a second try. */
export interface LoadedRelease {
  routes: RemoteRoute[];
  isSecondTry: boolean;
}

const loaded = new Map<string, LoadedRelease>();
const attempts = new Map<string, number>();

/** Whether a release can be tried again in this document, or only in a new one. */
export const canTryAgain = (release: Release) => (attempts.get(release.entry) ?? 0) < ADDRESSES.length;

async function attempt(remote: string, release: Release): Promise<RemoteRoute[]> {
  const count = attempts.get(release.entry) ?? 0;
  if (count >= ADDRESSES.length) throw new StepError('init', 'it failed too often in this document');
  attempts.set(release.entry, count + 1);
  if (import.meta.env.DEV) await lendDevelopmentRuntime();
  // A container is remembered by its name, with what became of it.
  const name = `${remote}_${release.version}_${count}`;
  const entry = new URL(release.entry + ADDRESSES[count], location.origin).href;
  federation.registerRemotes([{ name, type: 'module', entry }]);
  const fetched = Promise.all([federation.loadRemote(`${name}/routes`), warm(release)]);
  const [module] = await withTimeLimit(fetched, TIME_LIMIT);
  const verdict = checkRemoteModule(module, remote, (path) => findPage(path)?.owner ?? remote);
  if (!verdict.ok) throw new StepError('contract', verdict.reason);
  return verdict.routes;
}

/**
 * Loads a release: gate → styles and code beside each other → check of the shape; once more if it fails at once and the
 * network has everything by then.
 *
 * Takes the remote's name and the release; returns its routes; throws StepError with the cause.
 */
export async function loadRelease(remote: string, release: Release): Promise<LoadedRelease> {
  const known = loaded.get(release.entry);
  if (known) return known;
  const [refusal] = checkRelease(release, HOST);
  if (refusal) throw new StepError(refusal.rule === 'contract' ? 'contract' : 'share', refusal.message);
  const isFirst = !attempts.has(release.entry);
  try {
    // What failed before is looked at before it is imported again.
    const fault = isFirst ? null : await diagnose(release);
    if (fault) throw new StepError(fault, 'the network still has it wrong');
    const result = { routes: await attempt(remote, release), isSecondTry: !isFirst };
    loaded.set(release.entry, result);
    return result;
  } catch (error) {
    const step = stepOf(error, 'init');
    // Waiting twice for something that hangs would double the wait; a shape does not change by asking again.
    if (!isFirst || step === 'timeout' || step === 'contract') throw new StepError(step, error);
    const fault = await diagnose(release);
    if (fault) throw new StepError(fault, error);
    const result = await attempt(remote, release).catch((again: unknown) => {
      throw new StepError(stepOf(again, 'init'), again);
    });
    loaded.set(release.entry, { routes: result, isSecondTry: true });
    return { routes: result, isSecondTry: true };
  }
}
