import { checkPages, type PageClaim } from '@space/federation';
import { pagesOfSite } from '../registry/findPage.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { describeBuild, type Notes } from './build.ts';
import type { Override, Refusal } from './override.ts';

/** The pages of all others, by their owners. */
function pagesOfOthers(remote: string): Record<string, PageClaim[]> {
  const pages: Record<string, PageClaim[]> = {};
  for (const page of pagesOfSite()) if (page.owner !== remote) (pages[page.owner] ??= []).push(page);
  return pages;
}

/**
 * Enters the pages that an override declares into this document's registry, and what it puts into slots: the remote may be one
 * that was never released, or have what its releases do not have. It gets no page of another.
 *
 * Takes the override, what is written beside its entry, and the check of a single page; returns null, or why it cannot be run.
 */
export function declarePages(
  { remote, entry, origin }: Override,
  notes: Notes,
  isPageClaim: (value: unknown) => value is PageClaim,
): Refusal | null {
  const { remotes } = registryOfPage();
  const released = Object.hasOwn(remotes, remote) ? remotes[remote] : undefined;
  const { title, pages } = notes;
  const claims = Array.isArray(pages) && pages.every(isPageClaim) ? pages : released?.pages;
  if (!claims) {
    return {
      remote: null,
      reason: `Nothing at ${origin} says which pages ${remote} has.`,
      advice: `Its server has to run, to allow this site (CORS), and to serve mf-manifest.json or remote.json beside ${entry}.`,
    };
  }
  const [refusal] = checkPages(remote, claims, pagesOfOthers(remote));
  if (refusal) {
    return {
      remote: released ? remote : null,
      reason: `${remote} cannot have the pages that it declares: ${refusal.message}.`,
      advice: 'Change its remote.json.',
    };
  }
  const build = describeBuild(entry, notes);
  const { fills: _, ...live } = released?.live ?? build;
  remotes[remote] = {
    title: typeof title === 'string' ? title : remote,
    previous: null,
    canary: null,
    disabled: null,
    ...released,
    // What it puts into slots is what runs there, and is looked for here.
    live: { ...live, ...(build.fills && { fills: build.fills }) },
    pages: claims,
  };
  return null;
}
