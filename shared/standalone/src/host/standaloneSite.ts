import { createContext, useContext } from 'react';
import { PATHS } from '@space/domain';
import { adaptModule, isPattern, pageOf, type PageClaim, type RemoteRoute } from '@space/federation';
import { redirectFor as redirectByPage, type GuardedSession } from '@space/ui/host';

/** A remote that runs alone: what it exposes, and what its `remote.json` declares. */
export interface StandaloneRemote {
  /** Its exposed module, of any contract. */
  exposed: object;
  declaration: { title: string; pages: readonly PageClaim[] };
}

export interface StandaloneSite {
  /** The remote's name in a sentence: 'the planner'. */
  title: string;
  /** Where '/' and all links home lead if the remote does not own '/'. */
  first: string;
  /** The remote's own pages, followed by the sign-in pages that the host provides. */
  pages: readonly PageClaim[];
  /** The paths that show the host's sign-in page. */
  signInPaths: readonly string[];
  routes: readonly RemoteRoute[];
}

/**
 * Turns a remote into a site: a page that it redirects to, and that belongs to another part, becomes a sign-in page of the
 * host. So does '/auth', the address in the mails. Throws `TypeError` for a remote without a page.
 */
export function standaloneSite({ exposed, declaration }: StandaloneRemote): StandaloneSite {
  const { title, pages } = declaration;
  // Pages without parameters come first.
  const inOrder = pages.toSorted((one, other) => Number(isPattern(one.path)) - Number(isPattern(other.path)));
  const [firstPage] = inOrder;
  if (!firstPage) throw new TypeError('The remote declares no page');
  // Its contract test has checked the shape.
  const { routes } = adaptModule(exposed, declaration) as Pick<StandaloneSite, 'routes'>;
  const owned = new Set(pages.map(({ path }) => path));
  const start = inOrder.find(({ access }) => access === 'signed-in') ?? firstPage;
  const after = new Map([[PATHS.auth as string, start.path]]); // wider than the literal type: a remote names any path
  for (const { path, access, signIn } of inOrder) {
    if (access === 'signed-in' && signIn !== undefined && !after.has(signIn)) after.set(signIn, path);
  }
  const signInPages = [...after]
    .filter(([path]) => !owned.has(path))
    .map(([path, signedIn]): PageClaim => ({ path, access: 'signed-out', signedIn }));
  return {
    title,
    first: owned.has(PATHS.home) ? PATHS.home : firstPage.path,
    pages: [...pages.map((page) => withLocalRedirect(page, owned, start.path)), ...signInPages],
    signInPaths: signInPages.map(({ path }) => path),
    routes,
  };
}

/** A redirect to a part of the site that is not here is replaced by one to a page that is. */
function withLocalRedirect(page: PageClaim, owned: ReadonlySet<string>, start: string): PageClaim {
  if (page.access === 'signed-in') return { ...page, signIn: page.signIn ?? PATHS.auth };
  const isAway = page.access === 'signed-out' && !owned.has(page.signedIn ?? '');
  return isAway ? { ...page, signedIn: start } : page;
}

/** Takes a location's pathname; returns the page there, or null. */
export function pageAt({ pages }: Pick<StandaloneSite, 'pages'>, pathname: string): PageClaim | null {
  return pageOf(pages, pathname) ?? null;
}

/** Redirects like the shell's guard; after a deletion to the sign-in: this site may have no public page. */
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
