import { createContext, useContext } from 'react';
import { PATHS } from '@space/domain';
import { adaptModule, isPattern, pageOf, type PageClaim, type RemoteRoute } from '@space/federation';
import { redirectFor as redirectByPage, type GuardedSession } from '@space/ui/host';

/** A remote that runs alone: what it exposes, and what its `remote.json` declares. */
export interface StandaloneRemote {
  /** Its exposed module: of any contract. */
  exposed: object;
  declaration: { title: string; pages: readonly PageClaim[] };
}

export interface StandaloneSite {
  /** What people call the remote in a sentence: 'the planner'. */
  title: string;
  /** Where '/' leads when the remote does not own it, and every way home. */
  first: string;
  /** The remote's own pages, and behind them the sign-in pages that the host brings. */
  pages: readonly PageClaim[];
  /** The paths that show the host's sign-in page. */
  signInPaths: readonly string[];
  routes: readonly RemoteRoute[];
}

/**
 * Completes a remote to a site: a page to which it sends visitors, and which is another part's, becomes a sign-in page
 * of the host. So does '/auth', the address in the mails. Throws `TypeError` for a remote without a page.
 */
export function standaloneSite({ exposed, declaration }: StandaloneRemote): StandaloneSite {
  const { title, pages } = declaration;
  // Addresses that can be opened as they are come first.
  const inOrder = pages.toSorted((one, other) => Number(isPattern(one.path)) - Number(isPattern(other.path)));
  const [firstPage] = inOrder;
  if (!firstPage) throw new TypeError('The remote declares no page');
  // Its contract test has checked the shape.
  const { routes } = adaptModule(exposed, declaration) as Pick<StandaloneSite, 'routes'>;
  const owned = new Set(pages.map(({ path }) => path));
  const start = inOrder.find(({ access }) => access === 'signed-in') ?? firstPage;
  const after = new Map([[PATHS.auth as string, start.path]]); // wider: a remote names any path
  for (const { path, access, signIn } of inOrder) {
    if (access === 'signed-in' && signIn !== undefined && !after.has(signIn)) after.set(signIn, path);
  }
  const signInPages = [...after]
    .filter(([path]) => !owned.has(path))
    .map(([path, signedIn]): PageClaim => ({ path, access: 'signed-out', signedIn }));
  return {
    title,
    first: owned.has(PATHS.home) ? PATHS.home : firstPage.path,
    pages: [...pages.map((page) => withinReach(page, owned, start.path)), ...signInPages],
    signInPaths: signInPages.map(({ path }) => path),
    routes,
  };
}

/** A page that leads to another part of the site, which is not here, leads to one that is. */
function withinReach(page: PageClaim, owned: ReadonlySet<string>, start: string): PageClaim {
  if (page.access === 'signed-in') return { ...page, signIn: page.signIn ?? PATHS.auth };
  const isAway = page.access === 'signed-out' && !owned.has(page.signedIn ?? '');
  return isAway ? { ...page, signedIn: start } : page;
}

/** Takes a location's pathname; returns the page there, or null. One trailing slash is tolerated (rule error-pages). */
export function pageAt({ pages }: Pick<StandaloneSite, 'pages'>, pathname: string): PageClaim | null {
  const path = pathname.length > 2 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  return pageOf(pages, path) ?? null;
}

/** By the rules of the shell's guard; after a deletion to the sign-in: this site may have no public page. */
export function redirectFor(site: StandaloneSite, pathname: string, session: GuardedSession): string | null {
  const page = pageAt(site, pathname);
  if (page === null) return pathname === PATHS.home ? site.first : null;
  return redirectByPage(page, { ...session, wasDeleted: false });
}

export const SiteContext = createContext<StandaloneSite | null>(null);

/** The site that this page belongs to. Throws outside of `SiteContext`. */
export function useSite(): StandaloneSite {
  const site = useContext(SiteContext);
  if (!site) throw new Error('There is no site around this component');
  return site;
}
