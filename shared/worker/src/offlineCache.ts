import tokens from '@space/ui/tokens.css?inline';
import { MESSAGES } from '@space/domain';
import { REGISTRY_ELEMENT, isPattern, pageOf, type PageClaim, type Registry } from '@space/federation';
import sheet from './offlinePage.css?inline';

// The browser's caches: HTML of pages and files of releases, neither of which depends on the user; and the page without either.

/** What an idle page asks its service worker to cache: its registry as in its HTML, paths of pages, addresses of files. */
export interface CacheRequest {
  registry: string;
  pages: string[];
  files: string[];
}

/** Another number for each form of the cached files: the worker that begins to use it deletes the other caches. */
export const PAGES = 'better-space-pages-3';
const FILES = 'better-space-files-3';
/** Stored among the pages: the registry that the network named last. No page has a path with a dot. */
const LATEST = '/registry.json';

/** The limits of the cache; the pages that were requested first stay. */
const MAX_PAGES = 20;
const MAX_FILES = 200;

export const openPages = () => caches.open(PAGES);
export const openFiles = () => caches.open(FILES);
export async function deleteFormerCaches(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith('better-space-') && name !== PAGES && name !== FILES) await caches.delete(name);
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

/** The folders of all releases that may run, none of a remote that is switched off: files elsewhere are of removed releases. */
export function foldersIn(registry: string): string[] {
  // JSON of our own store, in the HTML that also names the code of the page.
  const { shell, remotes } = JSON.parse(registry) as Registry;
  const running = Object.values(remotes).filter(({ disabled }) => disabled === null);
  const releases = running.flatMap(({ live, previous, canary }) => [live, previous, canary?.release]);
  return [`/shell/${shell}/`, ...releases.flatMap((one) => one?.entry.replace(/[^/]*$/, '') ?? [])];
}

let latest: Promise<string | null> | undefined;

/** The registry that the network named last; null before the first one. */
export async function latestRegistry(): Promise<string | null> {
  latest ??= openPages().then(async (pages) => (await pages.match(LATEST))?.text() ?? null);
  return latest;
}

/** Whether a page names the latest registry. */
export const isLatest = async (html: string) => registryIn(html) === (await latestRegistry());

/** Stores the registry that the network names: a page with another one is never shown. Returns whether it was known. */
export async function storeRegistry(registry: string): Promise<boolean> {
  if ((await latestRegistry()) === registry) return true;
  latest = Promise.resolve(registry);
  const pages = await openPages();
  // First the old one is deleted: without room for the new one, a worker that starts later shows nothing outdated.
  await pages.delete(LATEST);
  await pages.put(LATEST, new Response(registry));
  return false;
}

/** The page of a remote that an address opens, by the latest registry; undefined for any other page. */
export async function pageAt(path: string): Promise<PageClaim | undefined> {
  const registry = await latestRegistry();
  const remotes = registry === null ? [] : Object.values((JSON.parse(registry) as Registry).remotes);
  const pages = remotes.flatMap((remote) => (remote.disabled === null ? remote.pages : []));
  return pageOf(pages, path);
}

/** The cache key of a page: one with parameters is cached once for all its addresses. */
export async function cacheKeyOf(path: string): Promise<string> {
  const page = await pageAt(path);
  return page && isPattern(page.path) ? page.path : path;
}

/** The paths of all cached pages. */
export async function cachedPaths(): Promise<string[]> {
  return (await (await openPages()).keys()).map(pathOf).filter((path) => path !== LATEST);
}

/** The HTML of the cached pages that name the latest registry, by path. */
export async function readablePages(): Promise<Map<string, string>> {
  const [pages, readable] = [await openPages(), new Map<string, string>()];
  for (const path of await cachedPaths()) {
    const html = (await (await pages.match(path))?.text()) ?? '';
    if (registryIn(html) !== null && (await isLatest(html))) readable.set(path, html);
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

/** Caches what an idle, current page requests, files first, and updates the rest. Throws without a network, and without room. */
export async function cacheForOffline({ registry, ...request }: CacheRequest): Promise<void> {
  const before = await cachedPaths();
  const latest = await latestRegistry();
  const readable = latest === registry ? await readablePages() : new Map<string, string>();
  const pages = new Map<string, { html: string; fetched: Response | null }>();
  for (const path of [...new Set([...request.pages, ...before])].slice(0, MAX_PAGES)) {
    // Not from the browser's HTTP cache, as a file may be.
    const page: RequestInit = { cache: 'no-cache', headers: { accept: 'text/html' } };
    const fetched = readable.has(path) ? null : await load(path, page);
    const html = readable.get(path) ?? (await fetched?.text());
    if (html === undefined) continue;
    if (registryIn(html) !== registry) return;
    pages.set(path, { html, fetched });
  }
  const files = [...pages.values()].flatMap(({ html }) => filesIn(html));
  await cacheFiles([...request.files, ...files], foldersIn(registry));
  const cached = await openPages();
  // Never a redirected response, which a browser refuses to show.
  for (const [path, { html, fetched }] of pages)
    if (fetched) await cached.put(path, new Response(html, fetched));
  for (const path of before) if (!pages.has(path)) await cached.delete(path);
  // A page that was opened meanwhile may have stored something newer.
  if ((await latestRegistry()) === latest) await storeRegistry(registry);
}

const STYLES = tokens + sheet;
const { pageTitle, pageText, kept, again } = MESSAGES.offline;

/** A page's title without the site's name, as HTML. */
export const titleIn = (html: string): string => /<title>(?:[^<]* — )?([^<]*)<\/title>/.exec(html)?.[1] ?? '';

/** The page that is shown offline in place of a page that is not cached. It runs no script. */
export async function offlinePage(): Promise<Response> {
  const pages: { path: string; title: string }[] = [];
  // A page that is cached once for all its addresses has no address of its own.
  for (const [path, html] of await readablePages())
    if (!isPattern(path) && (await pageAt(path))) pages.push({ path, title: titleIn(html) });
  pages.sort((one, other) => one.title.localeCompare(other.title));
  const links = pages.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).join('');
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Better Space — ${pageTitle}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <style>${STYLES}</style>
  </head>
  <body>
    <main id="main">
      <h1>${pageTitle}</h1>
      <p>${pageText}</p>
      <p><a class="button" href="">${again}</a></p>
      ${links && `<p>${kept}</p><ul>${links}</ul>`}
    </main>
  </body>
</html>`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLES));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
  return new Response(html, { headers });
}
