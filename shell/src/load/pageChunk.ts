import type { ComponentType } from 'react';
import type { Release } from '@space/federation';
import { withTimeLimit } from '../browser/withTimeLimit.ts';
import { noteFault, noteTimeout } from '../heal/attempts.ts';
import { diagnose } from '../heal/diagnose.ts';
import { StepError, stepOf } from '../heal/stepError.ts';
import type { RemotePart } from '../registry/remotePart.ts';
import { fetchStyles } from './warm.ts';

interface Chunk {
  Component: ComponentType;
}

/** A route, or what is put into a slot. */
export interface LazyPart {
  lazy: () => Promise<Chunk>;
}

const known = new WeakMap<LazyPart, Chunk>();

/**
 * Fetches the chunk of a page, or of what is put into a slot. One that has come before is handed out at once: an import of what is there already still
 * takes a turn of the event loop, which is long on a busy page.
 *
 * Takes the route or the slot; returns its chunk; throws what the import throws.
 */
export async function pageChunk(found: LazyPart): Promise<Chunk> {
  const chunk = known.get(found) ?? (await found.lazy());
  known.set(found, chunk);
  return chunk;
}

/** Fetches the chunk of a part and its styles; once more if the network has everything by then. Throws StepError. */
export async function loadChunk({ owner, key }: RemotePart, release: Release, found: LazyPart) {
  const load = async () => {
    const both = Promise.all([pageChunk(found), fetchStyles(owner, release, key)]);
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
