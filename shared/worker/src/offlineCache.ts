import { isPattern, pageOf, type PageClaim } from '@space/federation';
import { parseRegistryText, registryIn } from './pageFacts.ts';

// The contents of the browser's caches: the HTML of pages and files of releases. Neither depends on the user.

/** Every cache of the site begins like this. */
const PREFIX = 'better-space-';
/** Another number for each form of the cached files: the worker that begins to use it deletes the caches of the others. */
export const PAGES = 'better-space-pages-3';
const FILES = 'better-space-files-3';
/** Deletes the caches of workers from before: their pages name releases that do not run any more. */
export async function deleteFormerCaches(): Promise<void> {
  const former = (await caches.keys()).filter(
    (name) => name.startsWith(PREFIX) && name !== PAGES && name !== FILES,
  );
  await Promise.all(former.map((name) => caches.delete(name)));
}

/** Stored among the pages: the registry that the network named last. No page has a path with a dot. */
const LATEST = '/registry.json';

export const openPages = () => caches.open(PAGES);
export const openFiles = () => caches.open(FILES);

export const pathOf = (address: string) => new URL(address, location.origin).pathname;

let latest: Promise<string | null> | undefined;

/** The registry that the network named last; null before the first one. */
export function latestRegistry(): Promise<string | null> {
  latest ??= openPages()
    .then((pages) => pages.match(LATEST))
    .then((found) => found?.text() ?? null);
  return latest;
}

/** Whether a page names the registry that the network named last. Takes its HTML. */
export const isLatest = async (html: string): Promise<boolean> =>
  registryIn(html) === (await latestRegistry());

/** Stores the registry that the network names: a cached page that names another one is never shown. */
export async function storeRegistry(registry: string): Promise<void> {
  if ((await latestRegistry()) === registry) return;
  latest = Promise.resolve(registry);
  const pages = await openPages();
  // First the old one is deleted: without room for the new one, a worker that starts later shows nothing outdated.
  await pages.delete(LATEST);
  await pages.put(LATEST, new Response(registry));
}

/** The page with parameters that an address opens, by the latest registry; undefined for any other page. */
export async function patternAt(path: string): Promise<PageClaim | undefined> {
  const registry = await latestRegistry();
  const remotes = registry === null ? [] : Object.values(parseRegistryText(registry).remotes);
  const page = pageOf(
    remotes.flatMap(({ pages }) => pages),
    path,
  );
  return page && isPattern(page.path) ? page : undefined;
}

/** The cache key of a page: one with parameters is cached once for all its addresses. */
export const cacheKeyOf = async (path: string): Promise<string> => (await patternAt(path))?.path ?? path;

export interface CachedPage {
  path: string;
  html: string;
}

/** The cached pages that name the latest registry. */
export async function readablePages(): Promise<CachedPage[]> {
  const [pages, registry] = await Promise.all([openPages(), latestRegistry()]);
  const all = await Promise.all(
    (await cachedPaths()).map(async (path) => ({
      path,
      html: (await (await pages.match(path))?.text()) ?? '',
    })),
  );
  return registry === null ? [] : all.filter(({ html }) => registryIn(html) === registry);
}

/** The paths of all cached pages. */
export async function cachedPaths(): Promise<string[]> {
  const requests = await (await openPages()).keys();
  return requests.map(({ url }) => pathOf(url)).filter((path) => path !== LATEST);
}

let files: ReadonlySet<string> | undefined;

/** The addresses of the cached files; undefined until a worker that has just started has read them. */
export const cachedFiles = (): ReadonlySet<string> | undefined => files;

/** Reads the list of cached files. */
export async function readCachedFiles(): Promise<void> {
  files = new Set((await (await openFiles()).keys()).map(({ url }) => pathOf(url)));
}
