import type { Release, Style } from '@space/federation';
import { TIME_LIMIT } from '../browser/browser.ts';
import { StepError, causeOf, type Cause } from './versions.ts';

// The files of a release: fetched early, applied with its page, and compared with their hashes after a failure.

const linkOf = (rel: string, href: string) =>
  document.querySelector(`link[rel="${rel}"][href="${CSS.escape(href)}"]`);

/** Adds a link to the document. Resolves when its file has loaded; before it rejects, the next call may fetch it again. */
function load(link: HTMLLinkElement, cause: Cause, forget: () => void): Promise<void> {
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      forget();
      reject(new StepError(cause, `${link.href} is missing, or differs from its hash`));
    });
  });
}

/**
 * Fetches a script without running it; takes its hash if the page's import map does not have it. Resolves when it has loaded;
 * at once if a link for it exists already.
 */
export function fetchScript(href: string, integrity?: string): Promise<void> {
  if (linkOf('modulepreload', href)) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  // Even an empty attribute would replace the hash of the import map.
  if (integrity !== undefined) link.integrity = integrity;
  return load(link, 'network', () => link.remove());
}

/** Prefetches the files of a page without running or applying them. Throws if one cannot be loaded. */
export async function fetchPage(release: Release, path: string): Promise<void> {
  const scripts = [release.entry, ...release.preload, ...(release.chunks?.[path] ?? [])];
  await Promise.all([...scripts.map((script) => fetchScript(script)), fetchStyles(release, path)]);
}

interface Sheet {
  href: string;
  /** The only page whose rules it contains; undefined for a complete sheet. */
  page: string | undefined;
  /** The link, or the style element that is inlined in the document. */
  element: HTMLLinkElement | HTMLStyleElement;
  arrival: Promise<void>;
}

/**
 * All sheets of remotes. At first those that are inlined in the document, with the rules that its page needs. They need no
 * hash check, because the same HTML also loads this code.
 */
const sheets = new Set<Sheet>();
for (const element of document.querySelectorAll<HTMLStyleElement>('style[data-part-of^="/remotes/"]')) {
  const { partOf: href = '', page } = element.dataset;
  sheets.add({ href, page, element, arrival: Promise.resolve() });
}

/** A media query that never matches. A sheet is fetched with it, and activated when its page is mounted. */
const NO_MEDIA = 'not all';

function fetchStyle({ href, integrity }: Style, path: string): Promise<void> {
  const known = [...sheets].find(
    (sheet) => sheet.href === href && (sheet.page === undefined || sheet.page === path),
  );
  if (known) return known.arrival;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.media = NO_MEDIA;
  // A sheet whose media does not match would otherwise be fetched last.
  link.fetchPriority = 'high';
  // The absolute address: containers of the plugin look for a link with exactly this text before they add one.
  link.href = new URL(href, location.origin).href;
  link.integrity = integrity;
  // A failed link stays until it is replaced: without one a container of the plugin would add a link without a hash.
  linkOf('stylesheet', link.href)?.remove();
  const arrival = load(link, 'style', () => sheets.delete(sheet));
  const sheet: Sheet = { href, page: undefined, element: link, arrival };
  sheets.add(sheet);
  return arrival;
}

/** Fetches the style sheets of a release, unless the rules that the page needs are inlined in the document. */
export async function fetchStyles(release: Release, path: string): Promise<void> {
  await Promise.all(release.styles.map((style) => fetchStyle(style, path)));
}

/** The running releases of the pages in the document, of which there are two while one replaces another. */
const mounted = new Set<Pick<Release, 'styles'>>();

function updateSheets(): void {
  const active = new Set([...mounted].flatMap(({ styles }) => styles.map(({ href }) => href)));
  for (const { href, element } of sheets) element.media = active.has(href) ? 'all' : NO_MEDIA;
}

/** Activates the styles of a mounted page and deactivates all others: versions share their class names. Returns the undoing. */
export function activateStyles({ styles }: Release): () => void {
  const page = { styles };
  mounted.add(page);
  updateSheets();
  return () => {
    mounted.delete(page);
    updateSheets();
  };
}

/** Every script and style sheet of a release, with its hash: from the import map that came with this page's HTML. */
export function filesOfRelease({ entry, styles }: Release): [address: string, integrity: string][] {
  const text = document.querySelector('script[type="importmap"]')?.textContent ?? '{}';
  const { integrity: hashes = {} } = JSON.parse(text) as { integrity?: Record<string, string> };
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const isScript = (address: string) => address.startsWith(folder) && !address.includes('?');
  return [
    ...Object.entries(hashes).filter(([address]) => isScript(address)),
    ...styles.map(({ href, integrity }): [string, string] => [href, integrity]),
  ];
}

async function faultAt(address: string, integrity: string): Promise<Cause | null> {
  const isStyle = address.endsWith('.css');
  const fault: Cause = isStyle ? 'style' : 'network';
  try {
    const response = await fetch(address, { cache: 'reload', signal: AbortSignal.timeout(TIME_LIMIT) });
    // HTML instead of the file: a proxy responded, or the server did not find the file.
    const hasExpectedType = (isStyle ? /css/ : /javascript/).test(response.headers.get('Content-Type') ?? '');
    if (!response.ok || !hasExpectedType) return fault;
    // Plain HTTP has no Web Crypto: there the browser's own integrity check has to suffice.
    if (!('subtle' in crypto)) return null;
    const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    return `sha256-${hash}` === integrity ? null : 'integrity';
  } catch (error) {
    return causeOf(error) === 'timeout' ? 'timeout' : fault;
  }
}

/**
 * Requests every script and style of a release again, past the cache, and compares each with its hash. Returns the first
 * fault, which an import does not name, or null if every file is intact by now. Never throws.
 */
export async function diagnose(release: Release): Promise<{ address: string; cause: Cause } | null> {
  const faults = await Promise.all(
    filesOfRelease(release).map(async ([address, integrity]) => {
      const cause = await faultAt(address, integrity);
      return cause && { address, cause };
    }),
  );
  return faults.find((fault) => fault !== null) ?? null;
}
