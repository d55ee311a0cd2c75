import { pageOf, type PageClaim } from '@space/federation';
import { pages } from '../../shell.json';
import { hasRegistry, registryOfPage } from './registryOfPage.ts';

/** A page of the site and the app that renders it. */
export interface SitePage extends PageClaim {
  /** 'shell', or a remote's name. */
  owner: string;
  /** What people call it, or the remote, in the middle of a sentence. */
  name: string;
}

// JSON has no types of literals; the release of the shell checks the file against its schema.
const OWN = pages as readonly (PageClaim & { name: string })[];

/** The pages of the shell, then those of every remote. */
export const pagesOfSite = (): SitePage[] => [
  ...OWN.map((page) => ({ ...page, owner: 'shell' })),
  ...Object.entries(registryOfPage().remotes).flatMap(([owner, { title: name, pages: claims }]) =>
    claims.map((claim) => ({ ...claim, owner, name })),
  ),
];

/**
 * The page at an address, by what the shell and every live remote declare. Null for an unknown one, which is known before
 * anything is loaded (rule error-pages). One trailing slash is tolerated. Without a registry no path is known to be
 * unknown.
 */
export function findPage(pathname: string): SitePage | null {
  const path = pathname.length > 2 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const found = pageOf(pagesOfSite(), path);
  if (found) return found;
  return hasRegistry() ? null : { path, access: 'public', owner: 'unknown', name: 'this part of the site' };
}

/** Whether a path lies below a page that brings a look of its own: '/retro/no-such-page' below '/retro'. */
export function isInOwnWorld(pathname: string): boolean {
  return pagesOfSite().some(
    ({ path, sky }) => sky === 'none' && pathname.startsWith(`${path.replace(/\/[:*].*/, '')}/`),
  );
}
