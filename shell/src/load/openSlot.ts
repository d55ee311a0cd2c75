import type { ComponentType } from 'react';
import { slotIn, type RemoteSlot } from '@space/federation';
import type { needsReload } from '../heal/onFailure.ts';
import type { Filler } from './fillersOf.ts';
import type { WantedPart, findRunning } from './findRunning.ts';
import type { RegionProps, remoteRegion } from './RemoteRegion.tsx';

/** What slots take from the page: code that they shared would become a request of its own on every page. */
export interface Loader {
  findRunning: typeof findRunning;
  remoteRegion: typeof remoteRegion;
  needsReload: typeof needsReload;
}

type Opened = ComponentType<RegionProps>;

const known = new Map<string, Opened>();
const opening = new Map<string, Promise<Opened>>();
const nameOf = ({ owner, slot }: Filler) => `${owner} ${slot}`;

/** What was opened before in this document: it is shown at once. */
export const openedSlot = (filler: Filler): Opened | undefined => known.get(nameOf(filler));

async function open(filler: Filler, { findRunning, remoteRegion }: Loader): Promise<Opened> {
  const { owner, slot } = filler;
  const part: WantedPart<RemoteSlot> = {
    owner,
    key: slot,
    find: ({ module }) => slotIn(module, slot),
    isIn: ({ fills = [] }) => fills.some((fill) => fill.slot === slot),
  };
  const first = await findRunning(part);
  const opened = remoteRegion(first, (past) => findRunning(part, past));
  known.set(nameOf(filler), opened);
  return opened;
}

/**
 * Opens what a remote puts into a slot, by the steps that open a page. Two who ask at the same time wait for the same. Throws
 * `RemoteFailure` when nothing of it runs.
 */
export async function openSlot(filler: Filler, loader: Loader): Promise<Opened> {
  const name = nameOf(filler);
  const running = opening.get(name) ?? open(filler, loader);
  opening.set(name, running);
  try {
    return await running;
  } finally {
    opening.delete(name);
  }
}
