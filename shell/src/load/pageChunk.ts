import type { Release, RemoteRoute } from '@space/federation';
import { withTimeLimit } from '../browser/withTimeLimit.ts';
import { noteFault, noteTimeout } from '../heal/attempts.ts';
import { diagnose } from '../heal/diagnose.ts';
import { StepError, stepOf } from '../heal/stepError.ts';
import { fetchStyles } from './warm.ts';

type PageChunk = Awaited<ReturnType<RemoteRoute['lazy']>>;

const known = new WeakMap<RemoteRoute, PageChunk>();

/**
 * Fetches a page's own chunk. One that has come before is handed out at once: an import of what is there already still
 * takes a turn of the event loop, which is long on a busy page.
 *
 * Takes the page's route; returns its chunk; throws what the import throws.
 */
export async function pageChunk(route: RemoteRoute): Promise<PageChunk> {
  const chunk = known.get(route) ?? (await route.lazy());
  known.set(route, chunk);
  return chunk;
}

/** Fetches a page's own chunk and its styles; once more if the network has everything by then. Throws StepError. */
export async function loadChunk(remote: string, release: Release, route: RemoteRoute) {
  const load = async () => {
    const both = Promise.all([pageChunk(route), fetchStyles(remote, release, route.path)]);
    const [chunk] = await withTimeLimit(both);
    return chunk;
  };
  try {
    return { ...(await load()), isSecondTry: false };
  } catch (error) {
    const step = stepOf(error, 'network');
    if (step === 'timeout') {
      noteTimeout(release);
      throw new StepError(step, error);
    }
    const fault = await diagnose(release);
    if (fault === null) {
      const again = await load().catch(() => null);
      if (again) return { ...again, isSecondTry: true };
    }
    noteFault(release, fault);
    throw new StepError(fault?.cause ?? step, error);
  }
}
