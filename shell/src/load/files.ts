import type { Release, Style } from '@space/federation';
import { TIME_LIMIT } from '../browser/browser.ts';
import { StepError, type Cause, type Fault } from './versions.ts';

// The files of a release: fetched early, applied with its page, and compared with their hashes after a failure.

const isLinked = (rel: string, href: string) =>
  document.querySelector(`link[rel="${rel}"][href="${CSS.escape(href)}"]`) !== null;

/** Fetches a script without running it. Resolves when it has loaded; at once if a link for it exists already. */
function fetchScript(href: string): Promise<void> {
  if (isLinked('modulepreload', href)) return Promise.resolve();
  const link = document.createElement('link');
  const arrival = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      // The next call fetches it again.
      link.remove();
      reject(new StepError('network', `${href} could not be loaded`));
    });
  });
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
  return arrival;
}

/** Prefetches the files of a page without running or applying them. Throws if one cannot be loaded. */
export async function warmPage(remote: string, release: Release, path: string): Promise<void> {
  const scripts = [release.entry, ...release.preload, ...(release.chunks?.[path] ?? [])];
  await Promise.all([...scripts.map(fetchScript), fetchStyles(remote, release, path)]);
}

/**
 * Starts fetching the files that a page needs in parallel with the release's entry instead of after it. Errors are ignored
 * here: the import of the code and `fetchStyles` report them.
 */
export function warm(remote: string, release: Release, path: string): void {
  const all = [...[release.entry, ...release.preload].map(fetchScript), fetchStyles(remote, release, path)];
  for (const one of all) void one.catch(() => undefined);
}

interface Sheet {
  remote: string;
  href: string;
  /** The only page whose rules it contains; undefined for a complete sheet. */
  page: string | undefined;
  /** The link, or the style element that is inlined in the document. */
  element: HTMLLinkElement | HTMLStyleElement;
  arrival: Promise<void>;
  hasFailed: boolean;
}

/**
 * All sheets of remotes. At first those that are inlined in the document: complete ones, or only the rules that the
 * document's page needs. They need no hash check, because the same HTML also loads this code.
 */
const sheets: Sheet[] = [
  ...document.querySelectorAll<HTMLStyleElement>(
    'style[data-href^="/remotes/"], style[data-part-of^="/remotes/"]',
  ),
].map((element) => {
  const { href, partOf, page } = element.dataset;
  const file = href ?? partOf ?? '';
  const [, , remote = ''] = file.split('/');
  return { remote, href: file, page, element, arrival: Promise.resolve(), hasFailed: false };
});

/** A media query that never matches. A sheet is fetched with it, and activated when its page is mounted. */
const NO_MEDIA = 'not all';

function fetchStyle(remote: string, { href, integrity }: Style, path: string): Promise<void> {
  const sameFile = sheets.filter((sheet) => sheet.href === href);
  const known = sameFile.find(({ page, hasFailed }) => !hasFailed && (page === undefined || page === path));
  if (known) return known.arrival;
  // A failed link stays until it is replaced: without one a container of the plugin would add a link without a hash.
  for (const failed of sameFile.filter(({ hasFailed }) => hasFailed)) {
    failed.element.remove();
    sheets.splice(sheets.indexOf(failed), 1);
  }
  const link = document.createElement('link');
  const arrival = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      sheet.hasFailed = true;
      reject(new StepError('style', `${href} could not be loaded`));
    });
  });
  const sheet: Sheet = { remote, href, page: undefined, element: link, arrival, hasFailed: false };
  sheets.push(sheet);
  link.rel = 'stylesheet';
  link.media = NO_MEDIA;
  // A sheet whose media does not match would otherwise be fetched last.
  link.fetchPriority = 'high';
  // The absolute address: containers of the plugin look for a link with exactly this text before they add one.
  link.href = new URL(href, location.origin).href;
  link.integrity = integrity;
  document.head.append(link);
  return arrival;
}

/**
 * Fetches the style sheets of a release, unless the rules that the page needs are inlined in the document. Throws StepError
 * 'style' if one does not load or match its hash: a page without its styles is broken.
 */
export async function fetchStyles(remote: string, release: Release, path: string): Promise<void> {
  await Promise.all(release.styles.map((style) => fetchStyle(remote, style, path)));
}

/** The pages in the document, of which there are two while one replaces another: the remote and the running version of each. */
const mounted = new Set<{ remote: string; release: Release }>();

function updateSheets(remote: string): void {
  const active = [...mounted].filter((one) => one.remote === remote).flatMap((one) => one.release.styles);
  for (const { remote: owner, href, element } of sheets) {
    if (owner === remote) element.media = active.some((style) => style.href === href) ? 'all' : NO_MEDIA;
  }
}

/**
 * Activates the styles of the mounted version of a remote and deactivates the others: versions share their class names.
 * Returns a function for when the region is removed: after the last region of a remote its sheets no longer apply.
 */
export function activateStyles(remote: string, release: Release): () => void {
  const region = { remote, release };
  mounted.add(region);
  updateSheets(remote);
  return () => {
    mounted.delete(region);
    updateSheets(remote);
  };
}

/** The hashes that this page requires of scripts: address → 'sha256-…'. */
function hashesOfPage(): Record<string, string> {
  const text = document.querySelector('script[type="importmap"]')?.textContent ?? '{}';
  return (JSON.parse(text) as { integrity?: Record<string, string> }).integrity ?? {};
}

/** Every script and style sheet of a release, with its hash: from the import map that came with this page's HTML. */
export function filesOfRelease({ entry, styles }: Release): [address: string, integrity: string][] {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const scripts = Object.entries(hashesOfPage()).filter(
    ([address]) => address.startsWith(folder) && !address.includes('?'),
  );
  return [...scripts, ...styles.map(({ href, integrity }): [string, string] => [href, integrity])];
}

async function hashOf(bytes: ArrayBuffer): Promise<string | null> {
  // Plain HTTP has no Web Crypto: there the browser's own integrity check has to suffice.
  if (!('subtle' in crypto)) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

async function causeAt(address: string, integrity: string): Promise<Cause | null> {
  const isStyle = address.endsWith('.css');
  const fault: Cause = isStyle ? 'style' : 'network';
  try {
    const response = await fetch(address, { cache: 'reload', signal: AbortSignal.timeout(TIME_LIMIT) });
    // HTML instead of the file: a proxy responded, or the server did not find the file.
    const hasExpectedType = (isStyle ? /css/ : /javascript/).test(response.headers.get('Content-Type') ?? '');
    if (!response.ok || !hasExpectedType) return fault;
    const hash = await hashOf(await response.arrayBuffer());
    return hash === null || hash === integrity ? null : 'integrity';
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : fault;
  }
}

/**
 * Requests every script and style of a release again, past the cache, and compares each with its hash. Returns the first
 * fault, which an import does not name, or null if every file is intact by now. Never throws.
 */
export async function diagnose(release: Release): Promise<Fault | null> {
  const faults = await Promise.all(
    filesOfRelease(release).map(async ([address, integrity]) => ({
      address,
      cause: await causeAt(address, integrity),
    })),
  );
  return faults.find((fault): fault is Fault => fault.cause !== null) ?? null;
}
