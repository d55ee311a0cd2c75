import { pageOf, type PageClaim } from '@space/federation';
import { pages } from '../../shell.json';
import { hasRegistry, registryOfPage } from './registryOfPage.ts';

/** A page of the site and the app that renders it. */
export interface SitePage extends PageClaim {
  /** 'shell', or a remote's name. */
  owner: string;
  /** The name of the page, or of its remote, for use in the middle of a sentence. */
  name: string;
}

/** A page of a remote: its owner and its path. */
export type RemotePage = Pick<SitePage, 'owner' | 'path'>;

// JSON imports have no literal types; the release of the shell checks the file against its schema.
const OWN = pages as readonly (PageClaim & { name: string })[];

/** The pages of the shell, then those of every remote. */
export const pagesOfSite = (): SitePage[] => [
  ...OWN.map((page) => ({ ...page, owner: 'shell' })),
  ...Object.entries(registryOfPage().remotes).flatMap(([owner, { title: name, pages: claims }]) =>
    claims.map((claim) => ({ ...claim, owner, name })),
  ),
];

/**
 * The page at an address, as the shell or a live remote declares it. Null for an unknown address, which is detected before
 * anything is loaded (rule error-pages). Without a registry every address is taken for a page.
 */
export function findPage(pathname: string): SitePage | null {
  const page = pageOf(pagesOfSite(), pathname);
  if (page) return page;
  return hasRegistry()
    ? null
    : { path: pathname, access: 'public', owner: 'unknown', name: 'this part of the site' };
}

/** Whether a path is below a page with a look of its own: '/retro/no-such-page' is below '/retro'. */
export function isInOwnWorld(pathname: string): boolean {
  return pagesOfSite().some(
    ({ path, sky }) => sky === 'none' && pathname.startsWith(`${path.replace(/\/[:*].*/, '')}/`),
  );
}
