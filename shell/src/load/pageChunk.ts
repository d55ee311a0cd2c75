import type { ComponentType } from 'react';
import type { Release, RemoteRoute } from '@space/federation';
import { withTimeLimit } from '../browser/withTimeLimit.ts';
import { recordFault, recordTimeout } from '../heal/attempts.ts';
import { diagnose } from '../heal/diagnose.ts';
import { StepError, causeOfImport, stepOf } from '../heal/stepError.ts';
import type { RemotePage } from '../registry/findPage.ts';
import { fetchStyles } from './warm.ts';

interface Chunk {
  Component: ComponentType;
}

const chunks = new WeakMap<RemoteRoute, Chunk>();

/**
 * Loads the chunk of a page. A loaded chunk is cached: importing it again would cost a turn of
 * the event loop, which is slow on a busy page.
 *
 * Takes the route; returns its chunk; throws what the import throws.
 */
export async function pageChunk(route: RemoteRoute): Promise<Chunk> {
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
