import { isPageClaim, parseRegistry } from '@space/federation';
import { report } from '@space/platform/internal';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { activateOverride, activeOverride } from './activeOverride.ts';
import { notesBeside, openOverride } from './build.ts';
import { declarePages } from './declarePages.ts';
import { judged } from './judged.ts';
import { decideOverride, isRefusal, type Override, type Refusal } from './override.ts';
import { findPreview, isPreviewWish, openPreview, type Preview } from './preview.ts';
import { showOverride } from './showOverride.tsx';
import { dropWish, readWish, takeWishFromAddress } from './tabWish.ts';

/** What this needs of the part that loads remotes. */
interface Loader {
  bucketHere: (remote: string) => number;
  /** What is thought to have built what says nothing of that. */
  PLUGIN_VERSION: string;
}

/** A preview as an override: it comes from this site. */
const overrideOf = (wish: Override | Preview): Override =>
  'entry' in wish
    ? wish
    : {
        remote: wish.remote,
        entry: new URL(wish.release.entry, location.origin).href,
        origin: location.origin,
      };

/** Makes this document run with what its visitor has agreed to. Returns null, or why that cannot be. */
async function begin(wish: Override | Preview, { PLUGIN_VERSION }: Loader): Promise<Refusal | null> {
  const override = overrideOf(wish);
  const { entry } = override;
  if ('label' in wish) {
    const { title, pages, release } = wish;
    const refusal = declarePages(override, { title, pages, fills: release.fills }, isPageClaim);
    if (refusal) return { ...refusal, what: 'Preview' };
    activateOverride({
      ...override,
      isPreview: true,
      open: async (_registry, offered) => judged(await openPreview(wish), offered),
    });
    return null;
  }
  const notes = { plugin: PLUGIN_VERSION, ...(await notesBeside(entry)) };
  const refusal = declarePages(override, notes, isPageClaim);
  if (refusal) return refusal;
  activateOverride({
    ...override,
    isPreview: false,
    open: async (registry, offered) => judged(await openOverride(entry, notes, registry), offered),
  });
  return null;
}

/** What only some are shown is for no index, and so is the address that asks for it. */
function keepOutOfIndexes(): void {
  const meta = document.createElement('meta');
  meta.name = 'robots';
  meta.content = 'noindex';
  document.head.append(meta);
}

/**
 * Decides about what this tab was told earlier and what its address asks for now, before any remote is loaded. What is
 * refused is said on the page and forgotten, and that of an override is reported; nothing is fetched for an origin off the
 * list. What is new is asked about first.
 *
 * Takes the loader of remotes: shared code would become a request of its own on nearly every page.
 */
export async function startOverride(loader: Loader): Promise<void> {
  keepOutOfIndexes();
  const refusals: Refusal[] = [];
  const decide = async (text: string, isPreview: boolean): Promise<Override | Preview | null> => {
    const decision = isPreview
      ? await findPreview(text, parseRegistry)
      : decideOverride(text, registryOfPage());
    if (!isRefusal(decision)) return decision;
    refusals.push(decision);
    return null;
  };
  const address = takeWishFromAddress();
  const asked = address && (await decide(address.text, address.isPreview));
  const told = readWish();
  let kept = told === null ? null : await decide(told, isPreviewWish(told));
  if (kept) {
    const refusal = await begin(kept, loader);
    if (refusal) {
      refusals.push(refusal);
      kept = null;
    }
  }
  if (!kept) dropWish();

  for (const { remote } of refusals.filter(({ what }) => what !== 'Preview')) {
    // Names nothing but remotes of this site: what someone typed into the address is not for others to read.
    const id = remote ?? 'unknown';
    const event = { id, version: 'override', outcome: 'override-refused', cause: 'origin' } as const;
    report({ ...event, milliseconds: 0, bucket: loader.bucketHere(id) });
  }
  // What runs already is not asked about again.
  const isRunning = asked && activeOverride(asked.remote)?.entry === overrideOf(asked).entry;
  const wished = isRunning ? null : asked;
  if (kept || wished || refusals.length > 0) showOverride({ active: kept, wished, refusals });
}
