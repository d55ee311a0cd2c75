import { isPageClaim, parseRegistry } from '@space/federation';
import { report } from '@space/platform/internal';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { activateOverride, activeOverride } from './activeOverride.ts';
import { fetchMetadata, openOverride } from './build.ts';
import { declarePages } from './declarePages.ts';
import { judgeShares } from './judgeShares.ts';
import { decideOverride, isRefusal, type Override, type Refusal } from './override.ts';
import { findPreview, isPreviewRequest, openPreview, type Preview } from './preview.ts';
import { showOverride } from './showOverride.tsx';
import { deleteRequest, readRequest, takeRequestFromAddress } from './overrideRequest.ts';

/** What is needed from the code that loads remotes. */
interface Loader {
  bucketHere: (remote: string) => number;
  /** The assumed plugin version of a build whose metadata names none. */
  PLUGIN_VERSION: string;
}

/** Returns a preview as an override from this site's own origin. */
const overrideOf = (overrideOrPreview: Override | Preview): Override =>
  'entry' in overrideOrPreview
    ? overrideOrPreview
    : {
        remote: overrideOrPreview.remote,
        entry: new URL(overrideOrPreview.release.entry, location.origin).href,
        origin: location.origin,
      };

/** Activates an override or a preview that the visitor has confirmed. Returns null, or a refusal. */
async function activate(confirmed: Override | Preview, { PLUGIN_VERSION }: Loader): Promise<Refusal | null> {
  const override = overrideOf(confirmed);
  const { entry } = override;
  if ('label' in confirmed) {
    const { title, pages } = confirmed;
    const refusal = declarePages(override, { title, pages }, isPageClaim);
    if (refusal) return { ...refusal, what: 'Preview' };
    activateOverride({
      ...override,
      isPreview: true,
      open: async (_registry, offered) => judgeShares(await openPreview(confirmed), offered),
    });
    return null;
  }
  const metadata = { plugin: PLUGIN_VERSION, ...(await fetchMetadata(entry)) };
  const refusal = declarePages(override, metadata, isPageClaim);
  if (refusal) return refusal;
  activateOverride({
    ...override,
    isPreview: false,
    open: async (registry, offered) => judgeShares(await openOverride(entry, metadata, registry), offered),
  });
  return null;
}

/** Keeps search engines from indexing a page with an override, and the address that requests one. */
function keepOutOfIndexes(): void {
  const meta = document.createElement('meta');
  meta.name = 'robots';
  meta.content = 'noindex';
  document.head.append(meta);
}

/**
 * Decides on the override or preview that was confirmed in this tab and on the one that the address requests, before any
 * remote is loaded. A refusal is shown on the page and the stored request deleted; refused overrides are also reported.
 * Nothing is fetched from an origin that is not on the list. A new request needs the visitor's consent first.
 *
 * Takes the loader of remotes: importing it here would put it into a shared chunk, one more request on nearly every page.
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
  const request = takeRequestFromAddress();
  const requested = request && (await decide(request.text, request.isPreview));
  const storedText = readRequest();
  let stored = storedText === null ? null : await decide(storedText, isPreviewRequest(storedText));
  if (stored) {
    const refusal = await activate(stored, loader);
    if (refusal) {
      refusals.push(refusal);
      stored = null;
    }
  }
  if (!stored) deleteRequest();

  for (const { remote } of refusals.filter(({ what }) => what !== 'Preview')) {
    // Names only remotes of this site: other text in the address must not be sent.
    const id = remote ?? 'unknown';
    const event = { id, version: 'override', outcome: 'override-refused', cause: 'origin' } as const;
    report({ ...event, milliseconds: 0, bucket: loader.bucketHere(id) });
  }
  // What is running already needs no new consent.
  const isRunning = requested && activeOverride(requested.remote)?.entry === overrideOf(requested).entry;
  const next = isRunning ? null : requested;
  if (stored || next || refusals.length > 0) showOverride({ active: stored, next, refusals });
}
