import { REGISTRY_ELEMENT, isPattern, pageOf, type PageClaim, type Registry } from '@space/federation';

// The contents of the browser's caches: the HTML of pages and files of releases. Neither depends on the user.

/** What an idle page asks its service worker to cache for a visit without a network. */
export interface CacheRequest {
  /** As in the page's HTML: it names the releases. */
  registry: string;
  /** Paths of pages: those that were visited, and those that are always needed. */
  pages: string[];
  /** Addresses of files of releases that the page uses. */
  files: string[];
}

const PREFIX = 'better-space-';
/** Another number for each form of the cached files: the worker that begins to use it deletes the other caches. */
export const PAGES = `${PREFIX}pages-3`;
const FILES = `${PREFIX}files-3`;
/** Stored among the pages: the registry that the network named last. No page has a path with a dot. */
const LATEST = '/registry.json';

/** How a page is requested, as opposed to a file, which is usually in the browser's HTTP cache. */
const PAGE: RequestInit = { cache: 'no-cache', headers: { accept: 'text/html' } };

/** The limits of the cache; the pages that were requested first stay. */
const MAX_PAGES = 20;
const MAX_FILES = 200;

export const openPages = () => caches.open(PAGES);
export const openFiles = () => caches.open(FILES);
export async function deleteFormerCaches(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== PAGES && name !== FILES) await caches.delete(name);
}
export const pathOf = ({ url }: Request) => new URL(url).pathname;

// `derive` wrote the HTML of the pages (shared/store/src/pageHtml.ts).
const REGISTRY = new RegExp(`<script type="application/json" id="${REGISTRY_ELEMENT}">([^]*?)</script>`);
const FILE_TAGS = /<(?:script|link|style)\b[^>]*\s(?:src|href|data-href)="(\/(?:shell|remotes)\/[^"]+)"/g;

/** The registry of a page as text; null where the HTML is not one of the site's pages. */
export const registryIn = (html: string): string | null => REGISTRY.exec(html)?.[1] ?? null;

/** The files that a page's tags name. A style sheet whose text is inline is needed later, without the document. */
export const filesIn = (html: string): string[] =>
  [...html.matchAll(FILE_TAGS)].map(([, address = '']) => address);

// JSON of our own store, in the HTML that also names the code of the page.
const parse = (registry: string) => JSON.parse(registry) as Registry;

/** The folders of all releases that may run, none of a remote that is switched off: files elsewhere are of removed releases. */
export function foldersIn(registry: string): string[] {
  const { shell, remotes } = parse(registry);
  const releases = Object.values(remotes).flatMap(({ disabled, live, previous, canary }) =>
    disabled === null ? [live, previous, canary?.release].filter((release) => !!release) : [],
  );
  return [`/shell/${shell}/`, ...releases.map(({ entry }) => entry.slice(0, entry.lastIndexOf('/') + 1))];
}

let latest: Promise<string | null> | undefined;

/** The registry that the network named last; null before the first one. */
export function latestRegistry(): Promise<string | null> {
  latest ??= openPages()
    .then((pages) => pages.match(LATEST))
    .then((found) => found?.text() ?? null);
  return latest;
}

/** Stores the registry that the network names: a cached page that names another one is never shown. */
export async function storeRegistry(registry: string): Promise<void> {
  if ((await latestRegistry()) === registry) return;
  latest = Promise.resolve(registry);
  const pages = await openPages();
  // First the old one is deleted: without room for the new one, a worker that starts later shows nothing outdated.
  await pages.delete(LATEST);
  await pages.put(LATEST, new Response(registry));
}

/** The page of a remote that an address opens, by the latest registry; undefined for any other page. */
export async function pageAt(path: string): Promise<PageClaim | undefined> {
  const registry = await latestRegistry();
  const remotes = registry === null ? [] : Object.values(parse(registry).remotes);
  return pageOf(
    remotes.flatMap(({ disabled, pages }) => (disabled === null ? pages : [])),
    path,
  );
}

/** The cache key of a page: one with parameters is cached once for all its addresses. */
export async function cacheKeyOf(path: string): Promise<string> {
  const page = await pageAt(path);
  return page && isPattern(page.path) ? page.path : path;
}

/** The paths of all cached pages. */
export async function cachedPaths(): Promise<string[]> {
  const requests = await (await openPages()).keys();
  return requests.map(pathOf).filter((path) => path !== LATEST);
}

/** The HTML of the cached pages that name the latest registry, by path. */
export async function readablePages(): Promise<Map<string, string>> {
  const [pages, registry, readable] = [await openPages(), await latestRegistry(), new Map<string, string>()];
  for (const path of await cachedPaths()) {
    const html = (await (await pages.match(path))?.text()) ?? '';
    if (registry !== null && registryIn(html) === registry) readable.set(path, html);
  }
  return readable;
}

/** Asks the network for ten seconds: a silent one must not delay all later requests. Null if there is no such address. */
async function load(address: string, options?: RequestInit): Promise<Response | null> {
  const response = await fetch(address, { ...options, signal: AbortSignal.timeout(10_000) });
  return response.ok ? response : null;
}

export const isHtml = ({ headers }: Response) => /html/.test(headers.get('content-type') ?? '');

/** Caches further files as long as there is room; deletes those of releases that no page names any more. */
async function cacheFiles(wanted: readonly string[], folders: readonly string[]): Promise<void> {
  const files = await openFiles();
  const isNamed = (path: string) => folders.some((folder) => path.startsWith(folder));
  const cached = new Set((await files.keys()).map(pathOf));
  for (const path of cached) if (!isNamed(path) && (await files.delete(path))) cached.delete(path);
  for (const path of wanted) {
    if (cached.size >= MAX_FILES) return;
    const response = cached.has(path) || !isNamed(path) ? null : await load(path);
    // A page may stand in the place of a file.
    if (!response || isHtml(response)) continue;
    await files.put(path, response);
    cached.add(path);
  }
}

/**
 * Caches what an idle page requests, and updates what was cached before: files first, so that a cached page has what it
 * needs. Caches nothing if the network has something newer than the page that asks: the next page will ask. Throws without
 * a network, and if the browser gives no more room; what was cached by then stays.
 */
export async function cacheForOffline(request: CacheRequest): Promise<void> {
  const { registry } = request;
  const before = await cachedPaths();
  const latest = await latestRegistry();
  const readable = latest === registry ? await readablePages() : new Map<string, string>();
  const fetched = new Map<string, Response>();
  const htmls = new Map<string, string>();
  for (const path of [...new Set([...request.pages, ...before])].slice(0, MAX_PAGES)) {
    const page = readable.has(path) ? null : await load(path, PAGE);
    const html = readable.get(path) ?? (await page?.text());
    if (html === undefined) continue;
    if (registryIn(html) !== registry) return;
    htmls.set(path, html);
    // Never a redirected response, which a browser refuses to show.
    if (page) fetched.set(path, new Response(html, page));
  }
  await cacheFiles([...request.files, ...[...htmls.values()].flatMap(filesIn)], foldersIn(registry));
  const pages = await openPages();
  for (const [path, response] of fetched) await pages.put(path, response);
  for (const path of before) if (!htmls.has(path)) await pages.delete(path);
  // A page that was opened meanwhile may have stored something newer.
  if ((await latestRegistry()) === latest) await storeRegistry(registry);
}
