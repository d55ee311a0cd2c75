import type { ComponentType } from 'react';

/**
 * The version of the contract between the shell and a remote: a container of @module-federation/vite, built with our preset,
 * that exposes `pages`. A shell runs one version.
 */
export const CONTRACT_VERSION = 3;

/** The only module a remote exposes. */
export const EXPOSED_MODULE = './routes';

/** What a page tells the shell. `title` becomes 'Better Space — <title>'. */
export interface PageHandle {
  title: string;
  /** For a public page: its description in a sentence, for search engines and shared links. */
  description?: string | undefined;
  /** For a public page that search engines must not index: not in the sitemap, `noindex`. */
  isUnlisted?: boolean | undefined;
}

/**
 * One page: a path that the app owns, and how to fetch its component. The shell fetches it itself and mounts it once it has
 * arrived, because the router caches a failed `lazy` for ever (docs/decisions/004).
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

/** An app's declared pages, from `remote.json` or, shortened, from the registry. */
export interface DeclaredPages {
  /** The app's name for people: the title of a page that has none of its own. */
  title: string;
  pages: readonly { path: string; title?: string | undefined }[];
}

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

/** Creates an app's routes from what it declares and its pages' loaders. */
export const routesOf = ({ title, pages }: DeclaredPages, loaders: PageLoaders): RemoteRoute[] =>
  Object.entries(loaders).map(([path, load]) => {
    const page = pages.find((one) => one.path === path);
    return {
      path,
      handle: { ...page, title: page?.title ?? title },
      lazy: async () => {
        const found = await load();
        return { Component: typeof found === 'object' && 'default' in found ? found.default : found };
      },
    };
  });

const isPageLoaders = (value: unknown): value is PageLoaders =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((load) => typeof load === 'function');

/**
 * Checks what a remote exposes before any of it is rendered. Takes the loaded module, the name of the remote, what it declares,
 * and a function from a path to its owner; returns the routes, or a reason in one sentence.
 */
export function checkRemoteModule(
  module: unknown,
  name: string,
  declared: DeclaredPages,
  ownerOf: (path: string) => string | null,
): { ok: true; routes: RemoteRoute[] } | { ok: false; reason: string } {
  const loaders = (Object(module) as { pages?: unknown }).pages; // `Object()` makes it safe to read of any value
  if (!isPageLoaders(loaders))
    return { ok: false, reason: `'${name}' exposes no \`pages\`, a function for the path of each page` };
  const foreign = Object.keys(loaders).find((path) => ownerOf(path) !== name);
  if (foreign !== undefined)
    return { ok: false, reason: `'${name}' claims ${foreign}, which is not its own` };
  return { ok: true, routes: routesOf(declared, loaders) };
}
