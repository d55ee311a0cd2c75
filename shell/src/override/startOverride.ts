import type { PageClaim } from '@space/federation';
import { report } from '@space/platform/internal';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { activateOverride, activeOverride } from './activeOverride.ts';
import { notesBeside, openOverride } from './build.ts';
import { declarePages } from './declarePages.ts';
import { decideOverride, isRefusal, type Override, type Refusal } from './override.ts';
import { showOverride } from './showOverride.tsx';
import { dropWish, readWish, takeWishFromAddress } from './tabWish.ts';

/** What this needs of the part that loads remotes. */
interface Loader {
  bucketHere: (remote: string) => number;
  isPageClaim: (value: unknown) => value is PageClaim;
  /** What is thought to have built what says nothing of that. */
  PLUGIN_VERSION: string;
}

/**
 * Decides about what this tab was told earlier and what its address asks for now, before any remote is loaded. What is
 * refused is said on the page, reported and forgotten; nothing is fetched for an origin off the list. What is new is asked
 * about first.
 *
 * Takes the loader of remotes: shared code would become a request of its own on nearly every page.
 */
export async function startOverride({ bucketHere, isPageClaim, PLUGIN_VERSION }: Loader): Promise<void> {
  const refusals: Refusal[] = [];
  const decide = (text: string | null): Override | null => {
    const decision = text === null ? null : decideOverride(text, registryOfPage());
    if (!decision || !isRefusal(decision)) return decision;
    refusals.push(decision);
    return null;
  };
  const asked = decide(takeWishFromAddress());
  let kept = decide(readWish());
  if (kept) {
    const { entry } = kept;
    const notes = { plugin: PLUGIN_VERSION, ...(await notesBeside(entry)) };
    const refusal = declarePages(kept, notes, isPageClaim);
    if (refusal) {
      refusals.push(refusal);
      kept = null;
    } else activateOverride({ ...kept, open: (registry) => openOverride(entry, notes, registry) });
  }
  if (!kept) dropWish();

  for (const { remote } of refusals) {
    // Names nothing but remotes of this site: what someone typed into the address is not for others to read.
    const id = remote ?? 'unknown';
    const event = { id, version: 'override', outcome: 'override-refused', cause: 'origin' } as const;
    report({ ...event, milliseconds: 0, bucket: bucketHere(id) });
  }
  // What runs already is not asked about again.
  const wished = asked && activeOverride(asked.remote)?.entry === asked.entry ? null : asked;
  if (kept || wished || refusals.length > 0) showOverride({ active: kept, wished, refusals });
}
