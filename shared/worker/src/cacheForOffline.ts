import {
  cachedPaths,
  latestRegistry,
  readCachedFiles,
  storeRegistry,
  openFiles,
  openPages,
  pathOf,
  readablePages,
} from './offlineCache.ts';
import { filesIn, foldersIn, hashesIn, parseRegistryText, registryIn } from './pageFacts.ts';
import type { CacheRequest } from './cacheRequest.ts';

/** The limits of the cache; the pages that were requested first stay. */
const MAX_PAGES = 20;
const MAX_FILES = 200;
const MAX_BYTES = 12_000_000;

/** The timeout of a request, in milliseconds: a silent network must not delay all later ones. */
const TIMEOUT = 10_000;

/** Headers that describe the transfer, not the content. */
const TRANSFER_HEADERS = ['content-encoding', 'content-length', 'etag', 'vary'];

interface FetchedPage {
  html: string;
  /** The response to cache: never a redirected one, which a browser refuses to show at the requested address. */
  response: Response;
}

/** Fetches the HTML of a page from the network; null if there is none. Throws without a network. */
async function fetchPage(path: string): Promise<FetchedPage | null> {
  const response = await fetch(path, {
    cache: 'no-cache',
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!response.ok) return null;
  const html = await response.text();
  const headers = new Headers(response.headers);
  for (const name of TRANSFER_HEADERS) headers.delete(name);
  return { html, response: new Response(html, { headers }) };
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

/**
 * Fetches a file of a release, usually from the browser's HTTP cache. Null if the file is missing, does not match its hash,
 * or is a page in the place of a file. Throws without a network.
 */
async function fetchFile(address: string, integrity: string | undefined) {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT) });
  if (!response.ok || /html/.test(response.headers.get('content-type') ?? '')) return null;
  const bytes = await response.clone().arrayBuffer();
  if (integrity !== undefined && integrity !== (await hashOf(bytes))) return null;
  return { response, size: bytes.byteLength };
}

/** Caches further files as long as there is room; deletes those of releases that no page names any more. */
async function cacheFiles(wanted: ReadonlySet<string>, folders: string[], hashes: Record<string, string>) {
  const files = await openFiles();
  const isNamed = (path: string) => folders.some((folder) => path.startsWith(folder));
  const cached = new Map<string, number>();
  for (const request of await files.keys()) {
    const path = pathOf(request.url);
    if (isNamed(path)) cached.set(path, (await (await files.match(request))?.blob())?.size ?? 0);
    else await files.delete(request);
  }
  let bytes = [...cached.values()].reduce((sum, size) => sum + size, 0);
  for (const address of wanted) {
    if (cached.has(address) || !isNamed(address)) continue;
    if (cached.size >= MAX_FILES) break;
    const file = await fetchFile(address, hashes[address]);
    if (file === null || bytes + file.size > MAX_BYTES) continue;
    await files.put(address, file.response);
    cached.set(address, file.size);
    bytes += file.size;
  }
}

/**
 * Caches what an idle page requests, and updates what was cached before: files first, so that a cached page has what it
 * needs. Caches nothing if the network has something newer than the page that asks: the next page will ask. Throws without
 * a network, and if the browser gives no more room; what was cached by then stays.
 */
export async function cacheForOffline({
  registry,
  pages: visited,
  files: used,
}: CacheRequest): Promise<void> {
  const latest = await latestRegistry();
  const readable = new Map(
    (latest === registry ? await readablePages() : []).map(({ path, html }) => [path, html]),
  );
  const before = await cachedPaths();
  const responses = new Map<string, Response>();
  const htmls = new Map<string, string>();
  for (const path of [...new Set([...visited, ...before])].slice(0, MAX_PAGES)) {
    const known = readable.get(path);
    const fetched = known === undefined ? await fetchPage(path) : null;
    const html = known ?? fetched?.html;
    if (html === undefined) continue;
    if (registryIn(html) !== registry) return;
    htmls.set(path, html);
    if (fetched) responses.set(path, fetched.response);
  }
  const [one = ''] = htmls.values();
  const site = parseRegistryText(registry);
  const wanted = new Set([...used, ...[...htmls.values()].flatMap(filesIn)]);
  try {
    await cacheFiles(wanted, foldersIn(site), hashesIn(one, site));
  } finally {
    await readCachedFiles();
  }
  const pages = await openPages();
  for (const [path, response] of responses) await pages.put(path, response);
  for (const path of before) if (!htmls.has(path)) await pages.delete(path);
  // A page that was opened meanwhile may have stored something newer.
  if ((await latestRegistry()) === latest) await storeRegistry(registry);
}
