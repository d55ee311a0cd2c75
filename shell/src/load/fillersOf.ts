import type { SlotFill } from '@space/federation';
import { activeOverride } from '../override/activeOverride.ts';
import { bucketHere } from '../registry/bucket.ts';
import { candidates } from '../registry/candidates.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';

/** A remote that puts something into a slot here. */
export interface Filler extends SlotFill {
  /** The remote's name. */
  owner: string;
}

/**
 * The remotes that fill a slot on this device, in the order in which they came to the site: by the version that the device runs
 * of each, or by the override that takes its place (`declarePages`). One that is switched off fills nothing.
 */
export function fillersOf(slot: string): Filler[] {
  return Object.entries(registryOfPage().remotes).flatMap(([owner, state]) => {
    if (state.disabled !== null) return [];
    const [first] = activeOverride(owner) ? [] : candidates(state, bucketHere(owner), new Set());
    const { fills = [] } = first?.release ?? state.live;
    return fills.filter((fill) => fill.slot === slot).map((fill) => ({ ...fill, owner }));
  });
}
