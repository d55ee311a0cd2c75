import { isPattern, pageOf, parseRegistry, pathOf, rankOf, type Registry } from '@space/federation';
import type { PageParts } from './pageParts.ts';
import type { ReleaseRecord } from './schema.ts';

/**
 * Returns the file of a page in a store, '/notes/:id' → 'notes/@id/index.html': hosts and file systems do not support
 * colons and stars, and no page's path contains '@'. Takes the page's path.
 */
export const fileOfPage = (path: string): string =>
  `${path.slice(1).replaceAll(/:|\*$/g, '@')}/index.html`.replace(/^\//, '');

/** Every path that the apps of a site declare. */
export const pathsOf = (registry: Registry, shell: Pick<ReleaseRecord, 'pages'>): string[] =>
  [...shell.pages, ...Object.values(registry.remotes).flatMap(({ pages }) => pages)].map(({ path }) => path);

/** The paths that match more than one address, the most specific first. */
export const patternsOf = (paths: readonly string[]): string[] =>
  paths.filter(isPattern).sort((one, other) => rankOf(other) - rankOf(one));

/**
 * The addresses that remotes list for their own public pages with parameters: each gets a page of its own. Takes the
 * registry and the prerendered parts of the releases.
 */
export function listedAddresses(registry: Registry, { pages: known }: PageParts): string[] {
  return Object.values(registry.remotes).flatMap(({ live, pages }) =>
    Object.entries(known.get(live.version) ?? {}).flatMap(([path, { addresses = {} }]) =>
      Object.keys(addresses).filter((address) => {
        const page = pageOf(pages, address);
        return page?.path === path && isPattern(path) && page.access === 'public';
      }),
    ),
  );
}

/**
 * Creates a lookup of pages. Takes the text of a site's `registry.json`; returns a function from the pathname of an address
 * to the files that it may open, of which the first one that exists is its page: a page of its own, else that of a path with
 * parameters; none if the address can open no page. Throws if the text is not a registry.
 */
export function pageFinder(text: string): (pathname: string) => string[] {
  const { remotes } = parseRegistry(JSON.parse(text));
  const pages = Object.values(remotes).flatMap((remote) => remote.pages);
  return (pathname) => {
    const path = pathOf(pathname);
    return path === null ? [] : [path, pageOf(pages, path)?.path ?? path].map(fileOfPage);
  };
}
