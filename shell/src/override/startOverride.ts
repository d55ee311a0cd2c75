import { report } from '@space/platform/internal';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { activateOverride, activeOverride } from './activeOverride.ts';
import { decideOverride, parseOverride } from './override.ts';
import type { Override } from './override.ts';
import { showOverride } from './showOverride.tsx';
import { dropWish, readWish, takeWishFromAddress } from './tabWish.ts';

type BucketOf = (remote: string) => Promise<number>;

/** Names nothing but remotes of this site: what someone typed into the address is not for others to read. */
async function reportRefusal(remote: string | null, bucketOf: BucketOf): Promise<void> {
  const id = remote ?? 'unknown';
  report({
    id,
    version: 'override',
    outcome: 'override-refused',
    cause: 'origin',
    milliseconds: 0,
    bucket: await bucketOf(id),
  });
}

function decide(text: string | null, bucketOf: BucketOf): Override | null {
  if (text === null) return null;
  const decision = decideOverride(parseOverride(text), registryOfPage());
  if (decision.isAllowed) return decision.override;
  void reportRefusal(decision.remote, bucketOf);
  return null;
}

/**
 * Decides about what this tab was told earlier and what its address asks for now, before any remote is loaded. What is
 * refused is forgotten and reported; nothing is fetched for it. What is new is asked about first.
 *
 * Takes how to find this device's bucket for a remote: the loader of remotes knows, which nearly every page fetches.
 */
export function startOverride(bucketOf: BucketOf): void {
  const kept = decide(readWish(), bucketOf);
  if (kept) activateOverride(kept);
  else dropWish();

  const asked = decide(takeWishFromAddress(), bucketOf);
  // What runs already is not asked about again.
  const wished = asked && activeOverride(asked.remote) === asked.entry ? null : asked;
  if (!kept && !wished) return;

  const named = (override: Override | null) =>
    override && { ...override, title: registryOfPage().remotes[override.remote]?.title ?? override.remote };
  showOverride({ active: named(kept), wished: named(wished) });
}
