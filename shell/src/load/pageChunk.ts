import type { ComponentType } from 'react';
import type { Release } from '@space/federation';
import { withTimeLimit } from '../browser/withTimeLimit.ts';
import { recordFault, recordTimeout } from '../heal/attempts.ts';
import { diagnose } from '../heal/diagnose.ts';
import { StepError, causeOfImport, stepOf } from '../heal/stepError.ts';
import type { RemotePart } from '../registry/remotePart.ts';
import { fetchStyles } from './warm.ts';

interface Chunk {
  Component: ComponentType;
}

/** A route, or the content of a slot. */
export interface LazyPart {
  lazy: () => Promise<Chunk>;
}

const chunks = new WeakMap<LazyPart, Chunk>();

/**
 * Loads the chunk of a page or of the content of a slot. A loaded chunk is cached: importing it again would cost a turn of
 * the event loop, which is slow on a busy page.
 *
 * Takes the route or the slot; returns its chunk; throws what the import throws.
 */
export async function pageChunk(lazyPart: LazyPart): Promise<Chunk> {
  const chunk = chunks.get(lazyPart) ?? (await lazyPart.lazy());
  chunks.set(lazyPart, chunk);
  return chunk;
}

/** Loads the chunk and the styles of a part; retries once if the network has every file by then. Throws StepError. */
export async function loadChunk({ owner, key }: RemotePart, release: Release, lazyPart: LazyPart) {
  const load = async () => {
    const files = Promise.all([pageChunk(lazyPart), fetchStyles(owner, release, key)]);
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
