import { isPattern, pageOf, type PageClaim } from '@space/federation';
import { parseRegistryText, registryIn } from './pageFacts.ts';

// What is kept, in the browser's caches: the HTML of pages and files of releases. Neither knows who reads it.

/** Names of caches begin like that: the worker that takes the place of a switched off one deletes those. */
export const PAGES = 'better-space-pages';
const FILES = 'better-space-files';
/** Among the pages: the registry that the network named last. No page has a path with a dot. */
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

/** Whether a page names what the network said last is live. Takes its HTML. */
export const isLatest = async (html: string): Promise<boolean> =>
  registryIn(html) === (await latestRegistry());

/** Notes what the network says is live: a page that was kept before and names anything else is shown to no one. */
export async function noteRegistry(registry: string): Promise<void> {
  if ((await latestRegistry()) === registry) return;
  latest = Promise.resolve(registry);
  const pages = await openPages();
  // First the old one goes: where there is no room for the new one, a worker that starts later shows nothing outdated.
  await pages.delete(LATEST);
  await pages.put(LATEST, new Response(registry));
}

/** The page of a remote with parameters that an address opens, by what the network said last; undefined for any other. */
export async function patternAt(path: string): Promise<PageClaim | undefined> {
  const registry = await latestRegistry();
  const remotes = registry === null ? [] : Object.values(parseRegistryText(registry).remotes);
  const page = pageOf(
    remotes.flatMap(({ pages }) => pages),
    path,
  );
  return page && isPattern(page.path) ? page : undefined;
}

/** Where a page is kept: one with parameters once for all its addresses. */
export const keyOf = async (path: string): Promise<string> => (await patternAt(path))?.path ?? path;

export interface KeptPage {
  path: string;
  html: string;
}

/** Pages that were kept, and that name what the network says is live. */
export async function readablePages(): Promise<KeptPage[]> {
  const [pages, registry] = await Promise.all([openPages(), latestRegistry()]);
  const all = await Promise.all(
    (await keptPaths()).map(async (path) => ({
      path,
      html: (await (await pages.match(path))?.text()) ?? '',
    })),
  );
  return registry === null ? [] : all.filter(({ html }) => registryIn(html) === registry);
}

/** The paths of all pages that were kept. */
export async function keptPaths(): Promise<string[]> {
  const requests = await (await openPages()).keys();
  return requests.map(({ url }) => pathOf(url)).filter((path) => path !== LATEST);
}

let files: ReadonlySet<string> | undefined;

/** The addresses of the files that are kept, as far as they are known yet: a worker that has just started has to look. */
export const knownFiles = (): ReadonlySet<string> | undefined => files;

/** Looks which files are kept. */
export async function lookForFiles(): Promise<void> {
  files = new Set((await (await openFiles()).keys()).map(({ url }) => pathOf(url)));
}
