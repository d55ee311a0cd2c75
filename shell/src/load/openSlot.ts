import type { ComponentType } from 'react';
import { slotIn, type RemoteSlot } from '@space/federation';
import type { needsReload } from '../heal/onFailure.ts';
import type { Filler } from './fillersOf.ts';
import type { WantedPart, findRunning } from './findRunning.ts';
import type { RegionProps, remoteRegion } from './RemoteRegion.tsx';

/** Passed in by the page: importing it here as well would put it into a shared chunk, one more request on every page. */
export interface Loader {
  findRunning: typeof findRunning;
  remoteRegion: typeof remoteRegion;
  needsReload: typeof needsReload;
}

type Opened = ComponentType<RegionProps>;

const openedSlots = new Map<string, Opened>();
const opening = new Map<string, Promise<Opened>>();
const nameOf = ({ owner, slot }: Filler) => `${owner} ${slot}`;

/** The slot content that was already opened in this document, to be shown at once. */
export const openedSlot = (filler: Filler): Opened | undefined => openedSlots.get(nameOf(filler));

async function open(filler: Filler, { findRunning, remoteRegion }: Loader): Promise<Opened> {
  const { owner, slot } = filler;
  const part: WantedPart<RemoteSlot> = {
    owner,
    key: slot,
    find: ({ module }) => slotIn(module, slot),
    isIn: ({ fills = [] }) => fills.some((fill) => fill.slot === slot),
  };
  const first = await findRunning(part);
  const opened = remoteRegion(first, (prior) => findRunning(part, prior));
  openedSlots.set(nameOf(filler), opened);
  return opened;
}

/**
 * Opens the content that a remote puts into a slot, by the same steps as a page. Concurrent calls share one load. Throws
 * `RemoteFailure` if no version of it runs.
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
