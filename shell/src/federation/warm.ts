import type { Release, Style } from '@space/federation';
import { StepError } from './stepError.ts';

const isLinked = (rel: string, href: string) =>
  document.querySelector(`link[rel="${rel}"][href="${CSS.escape(href)}"]`) !== null;

/** Fetches a script without running it. Resolves when it has come; one that is on its way already is not waited for. */
function fetchScript(href: string): Promise<void> {
  if (isLinked('modulepreload', href)) return Promise.resolve();
  const link = document.createElement('link');
  const arrival = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new StepError('network', `${href} could not be loaded`)));
  });
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
  return arrival;
}

/**
 * Fetches what a page of a release starts with, without running or wearing any of it. The hashes of the code are in the
 * page's import map.
 *
 * Takes the remote's name, the release and the page's path. Resolves when all of it has come; throws when some could not.
 */
export async function warmPage(remote: string, release: Release, path: string): Promise<void> {
  const scripts = [release.entry, ...release.preload, ...(release.chunks?.[path] ?? [])];
  await Promise.all([
    ...scripts.map(fetchScript),
    ...release.styles.map((style) => fetchStyle(remote, style)),
  ]);
}

/**
 * Fetches what a release needs beside its entry instead of after it.
 *
 * Takes the remote's name and the release. Returns when its style sheet is there, checked against its hash; throws
 * StepError 'style' when it cannot be had (a page without its styles is broken).
 */
export async function warm(remote: string, release: Release): Promise<void> {
  // Whether code has come is told by its import.
  for (const href of [release.entry, ...release.preload]) void fetchScript(href).catch(() => undefined);
  await Promise.all(release.styles.map((style) => fetchStyle(remote, style)));
}

interface Sheet {
  remote: string;
  /** Holds the rules: a link, or the element that came with the document. */
  holder: HTMLLinkElement | HTMLStyleElement;
  arrival: Promise<void>;
  hasFailed: boolean;
}

const sheets = new Map<string, Sheet>();

/** Applies to nothing. A sheet is fetched like that, and worn when the page that it belongs to is mounted. */
const NOTHING = 'not all';

/** The sheet that came with the document, inside it: a part of the HTML that also names this very code. */
function sheetOfDocument(remote: string, href: string): Sheet | undefined {
  const holder = document.querySelector<HTMLStyleElement>(`style[data-href="${CSS.escape(href)}"]`);
  if (!holder) return undefined;
  const sheet: Sheet = { remote, holder, arrival: Promise.resolve(), hasFailed: false };
  sheets.set(href, sheet);
  return sheet;
}

function fetchStyle(remote: string, { href, integrity }: Style): Promise<void> {
  const known = sheets.get(href) ?? sheetOfDocument(remote, href);
  if (known && !known.hasFailed) return known.arrival;
  // A link that failed stays until there is another: without one a container of the plugin would add its own, with no hash.
  known?.holder.remove();
  const link = document.createElement('link');
  const arrival = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => {
      resolve();
    });
    link.addEventListener('error', () => {
      sheet.hasFailed = true;
      reject(new StepError('style', `${href} could not be loaded`));
    });
  });
  const sheet: Sheet = { remote, holder: link, arrival, hasFailed: false };
  sheets.set(href, sheet);
  link.rel = 'stylesheet';
  link.media = NOTHING;
  // What applies to nothing would be fetched last.
  link.fetchPriority = 'high';
  // From another origin (an override) a sheet is asked for like a script: with that origin's consent.
  link.crossOrigin = 'anonymous';
  // In full: the plugin's containers look for a link with exactly this text before they add one.
  link.href = new URL(href, location.origin).href;
  link.integrity = integrity;
  document.head.append(link);
  return arrival;
}

/**
 * Lets the styles of one version of a remote apply and no others: two versions have the same class names. Takes the
 * remote's name and the version that is shown.
 */
export function wearStyles(remote: string, { styles }: Release): void {
  for (const [href, { holder, remote: owner }] of sheets) {
    if (owner === remote) holder.media = styles.some((style) => style.href === href) ? 'all' : NOTHING;
  }
}
