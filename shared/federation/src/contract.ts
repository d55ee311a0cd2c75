import type { ComponentType } from 'react';

/** The only module a remote exposes. */
export const EXPOSED_MODULE = './routes';

/** What a page tells the shell. `title` becomes 'Better Space — <title>' (rule site-name). */
export interface PageHandle {
  title: string;
  /** For a public page: its description in a sentence, for search engines and shared links. */
  description?: string | undefined;
  /**
   * For a public page that search engines must not index: not in the sitemap, `noindex` (rule hidden-page). Its link may be
   * shared all the same.
   */
  isUnlisted?: boolean | undefined;
}

/**
 * One page of a remote: a path that the remote owns, and how to fetch its component. Flat on purpose: the shell fetches the
 * page itself and mounts it once it has arrived, because the router caches a failed `lazy` for ever (docs/decisions/004).
 * Shared frames are components, not parent routes.
 */
export interface RemoteRoute {
  path: string;
  handle: PageHandle;
  lazy: () => Promise<{ Component: ComponentType }>;
}

/** Fetches a page's component, or a module whose default export is the component. */
export type PageLoader = () => Promise<ComponentType | { default: ComponentType }>;

/** What a remote exposes as `pages`: by the path that `remote.json` declares, how to fetch the page. */
export type PageLoaders = Readonly<Record<string, PageLoader>>;

/** Combines a page with its loader into a route, as the shell opens it. */
export const routeOf = (page: PageHandle & { path: string }, load: PageLoader): RemoteRoute => ({
  path: page.path,
  handle: page,
  lazy: async () => {
    const found = await load();
    return { Component: 'default' in found ? found.default : found };
  },
});

/**
 * An address of a public page with parameters that is prerendered when the remote is released: `src/prerender.ts` exports a
 * list of these named `addresses`.
 */
export interface PrerenderedAddress {
  address: string;
  /** The title that the page passes to `usePageTitle`; by default the declared one. */
  title?: string | undefined;
  description?: string | undefined;
}

/**
 * Creates an app's routes from the pages that it declares and their components.
 *
 * Takes `pages` of its `remote.json`, and for each path how to fetch the component. Throws for a page without a component,
 * so that the app's first test fails.
 */
export function routesOf(
  pages: readonly (PageHandle & { path: string })[],
  components: PageLoaders,
): RemoteRoute[] {
  return pages.map((page) => {
    const load = components[page.path];
    if (!load)
      throw new Error(`${page.path} is declared in remote.json and has no component in src/routes.tsx`);
    return routeOf(page, load);
  });
}

function isRemoteRoute(value: unknown): value is RemoteRoute {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'lazy' in value &&
    typeof value.lazy === 'function' &&
    'handle' in value &&
    typeof value.handle === 'object' &&
    value.handle !== null &&
    'title' in value.handle &&
    typeof value.handle.title === 'string'
  );
}

/**
 * Checks a remote's module before any of it is rendered: the federation runtime itself accepts any shape.
 *
 * Takes the loaded module, the name of the remote, and a function from a path to its owner; returns the routes, or a reason
 * in one sentence.
 */
export function checkRemoteModule(
  module: unknown,
  name: string,
  ownerOf: (path: string) => string | null,
): { ok: true; routes: RemoteRoute[] } | { ok: false; reason: string } {
  const routes: unknown =
    typeof module === 'object' && module !== null && 'routes' in module ? module.routes : null;
  if (!Array.isArray(routes) || routes.length === 0 || !routes.every(isRemoteRoute))
    return { ok: false, reason: `'${name}' exposes no list of routes` };
  const foreign = routes.find((route) => ownerOf(route.path) !== name);
  if (foreign) return { ok: false, reason: `'${name}' claims ${foreign.path}, which is not its own` };
  return { ok: true, routes };
}
