import { checkPages, type PageClaim } from '@space/federation';
import { pagesOfSite } from '../registry/findPage.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { describeBuild, type Metadata } from './build.ts';
import type { Override, Refusal } from './override.ts';

/**
 * Adds the pages that an override declares to this document's registry: its remote may have no release, or
 * may declare more than its releases do. It cannot get a page of another owner.
 *
 * Takes the override, the metadata beside its entry, and the check of a single page; returns null, or a refusal.
 */
export function declarePages(
  { remote, entry, origin }: Override,
  metadata: Metadata,
  isPageClaim: (value: unknown) => value is PageClaim,
): Refusal | null {
  const { remotes } = registryOfPage();
  const released = Object.hasOwn(remotes, remote) ? remotes[remote] : undefined;
  const { title, pages } = metadata;
  const claims = Array.isArray(pages) && pages.every(isPageClaim) ? pages : released?.pages;
  if (!claims) {
    return {
      remote: null,
      reason: `Nothing at ${origin} says which pages ${remote} has.`,
      advice: `Its server has to run, to allow this site (CORS), and to serve mf-manifest.json or remote.json beside ${entry}.`,
    };
  }
  const [refusal] = checkPages(
    remote,
    claims,
    pagesOfSite().map((page) => ({ name: page.owner, pages: [page] })),
  );
  if (refusal) {
    return {
      remote: released ? remote : null,
      reason: `${remote} cannot have the pages that it declares: ${refusal.message}.`,
      advice: 'Change its remote.json.',
    };
  }
  remotes[remote] = {
    title: typeof title === 'string' ? title : remote,
    previous: null,
    canary: null,
    disabled: null,
    live: describeBuild(entry, metadata),
    ...released,
    pages: claims,
  };
  return null;
}
