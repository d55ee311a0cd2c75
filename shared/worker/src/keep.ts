import {
  keptPaths,
  latestRegistry,
  lookForFiles,
  noteRegistry,
  openFiles,
  openPages,
  pathOf,
  readablePages,
} from './kept.ts';
import { filesIn, foldersIn, hashesIn, parseRegistryText, registryIn } from './pageFacts.ts';
import type { Wish } from './wish.ts';

/** How much is kept at most; the pages that were wished for first stay. */
const MOST_PAGES = 20;
const MOST_FILES = 200;
const MOST_BYTES = 12_000_000;

/** How long an answer is waited for, in milliseconds: a network that is silent shall not hold up all that is wished for later. */
const PATIENCE = 10_000;

/** Headers that tell of the way, not of what came. */
const OF_THE_WAY = ['content-encoding', 'content-length', 'etag', 'vary'];

interface FetchedPage {
  html: string;
  /** What to keep: never an answer that a host redirected, which a browser refuses to show at the address asked for. */
  response: Response;
}

/** Asks the network for the HTML of a page; null where there is none. Throws without a network. */
async function askForPage(path: string): Promise<FetchedPage | null> {
  const answer = await fetch(path, {
    cache: 'no-cache',
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!answer.ok) return null;
  const html = await answer.text();
  const headers = new Headers(answer.headers);
  for (const name of OF_THE_WAY) headers.delete(name);
  return { html, response: new Response(html, { headers }) };
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

/**
 * Asks for a file of a release, which the browser usually has still. Null for what is missing, is not what its hash says, or
 * is a page in the place of a file. Throws without a network.
 */
async function askForFile(address: string, integrity: string | undefined) {
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
  if (!response.ok || /html/.test(response.headers.get('content-type') ?? '')) return null;
  const bytes = await response.clone().arrayBuffer();
  if (integrity !== undefined && integrity !== (await hashOf(bytes))) return null;
  return { response, size: bytes.byteLength };
}

/** Keeps further files, as long as there is room; forgets those of releases that no page names any more. */
async function keepFiles(wanted: ReadonlySet<string>, folders: string[], hashes: Record<string, string>) {
  const files = await openFiles();
  const isNamed = (path: string) => folders.some((folder) => path.startsWith(folder));
  const kept = new Map<string, number>();
  for (const request of await files.keys()) {
    const path = pathOf(request.url);
    if (isNamed(path)) kept.set(path, (await (await files.match(request))?.blob())?.size ?? 0);
    else await files.delete(request);
  }
  let bytes = [...kept.values()].reduce((sum, size) => sum + size, 0);
  for (const address of wanted) {
    if (kept.has(address) || !isNamed(address)) continue;
    if (kept.size >= MOST_FILES) break;
    const file = await askForFile(address, hashes[address]);
    if (file === null || bytes + file.size > MOST_BYTES) continue;
    await files.put(address, file.response);
    kept.set(address, file.size);
    bytes += file.size;
  }
}

/**
 * Keeps what a page at rest wishes for, and brings what was kept before up to date: files first, so that a page that is kept
 * has what it needs. Keeps nothing where the network has something newer than the page that asks: the next one will ask.
 * Throws without a network, and where the browser gives no more room; what was kept by then stays.
 */
export async function keep({ registry, pages: visited, files: used }: Wish): Promise<void> {
  const latest = await latestRegistry();
  const readable = new Map(
    (latest === registry ? await readablePages() : []).map(({ path, html }) => [path, html]),
  );
  const before = await keptPaths();
  const asked = new Map<string, Response>();
  const htmls = new Map<string, string>();
  for (const path of [...new Set([...visited, ...before])].slice(0, MOST_PAGES)) {
    const known = readable.get(path);
    const fetched = known === undefined ? await askForPage(path) : null;
    const html = known ?? fetched?.html;
    if (html === undefined) continue;
    if (registryIn(html) !== registry) return;
    htmls.set(path, html);
    if (fetched) asked.set(path, fetched.response);
  }
  const [one = ''] = htmls.values();
  const site = parseRegistryText(registry);
  const wanted = new Set([...used, ...[...htmls.values()].flatMap(filesIn)]);
  try {
    await keepFiles(wanted, foldersIn(site), hashesIn(one, site));
  } finally {
    await lookForFiles();
  }
  const pages = await openPages();
  for (const [path, response] of asked) await pages.put(path, response);
  for (const path of before) if (!htmls.has(path)) await pages.delete(path);
  // A page that was opened meanwhile may have brought something newer.
  if ((await latestRegistry()) === latest) await noteRegistry(registry);
}
