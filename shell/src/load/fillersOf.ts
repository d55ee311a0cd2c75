import type { SlotFill } from '@space/federation';
import { activeOverride } from '../override/activeOverride.ts';
import { bucketHere } from '../registry/bucket.ts';
import { candidates } from '../registry/candidates.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';

/** A remote that fills a slot on this device. */
export interface Filler extends SlotFill {
  /** The remote's name. */
  owner: string;
}

/**
 * The remotes that fill a slot on this device, in the order of the registry, as declared by the version that it runs or by
 * the override that replaces it (`declarePages`). A remote that is switched off fills nothing.
 */
export function fillersOf(slot: string): Filler[] {
  return Object.entries(registryOfPage().remotes).flatMap(([owner, state]) => {
    if (state.disabled !== null) return [];
    const [first] = activeOverride(owner) ? [] : candidates(state, bucketHere(owner), new Set());
    const { fills = [] } = first?.release ?? state.live;
    return fills.filter((fill) => fill.slot === slot).map((fill) => ({ ...fill, owner }));
  });
}
