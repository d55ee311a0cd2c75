import { pageFor } from '@space/domain';
import type { PageClaim } from '@space/federation';
import { registryOfPage } from './registryOfPage.ts';

/** A page of the site and who renders it: 'shell', or a remote's name. */
export interface SitePage extends PageClaim {
  owner: string;
}

/**
 * The page at a path: one of the product's (D-4), or one that a newer remote claims in the registry. Null for an unknown
 * path, which is known before anything is loaded (D-31). One trailing slash is tolerated.
 */
export function findPage(pathname: string): SitePage | null {
  const known = pageFor(pathname);
  if (known) return known;
  const path = pathname.length > 2 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  for (const [owner, { pages }] of Object.entries(registryOfPage().remotes)) {
    const page = pages.find((claim) => claim.path === path);
    if (page) return { ...page, owner };
  }
  return null;
}
