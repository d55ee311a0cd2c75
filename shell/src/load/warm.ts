import type { Release, Style } from '@space/federation';
import { StepError } from '../heal/stepError.ts';

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
 * Fetches what a page of a release starts with, or what it puts into a slot, without running or applying any of it. The hashes
 * of the code are in the page's import map.
 *
 * Takes the remote's name, the release, and the page's path or the name of the slot. Resolves when all of it has come; throws when some could not.
 */
export async function warmPage(remote: string, release: Release, key: string): Promise<void> {
  const scripts = [release.entry, ...release.preload, ...(release.chunks?.[key] ?? [])];
  await Promise.all([...scripts.map(fetchScript), fetchStyles(remote, release, key)]);
}

/**
 * Fetches what a page of a release needs beside the release's entry instead of after it. Whether it has come is told by
 * the import of the code, and by `fetchStyles`.
 *
 * Takes the remote's name, the release, and the page's path or the name of the slot.
 */
export function warm(remote: string, release: Release, key: string): void {
  const asked = [...[release.entry, ...release.preload].map(fetchScript), fetchStyles(remote, release, key)];
  for (const one of asked) void one.catch(() => undefined);
}

interface Sheet {
  remote: string;
  href: string;
  /** The only page that it is enough for; undefined of a whole sheet. */
  page: string | undefined;
  /** Holds the rules: a link, or the element that came with the document. */
  holder: HTMLLinkElement | HTMLStyleElement;
  arrival: Promise<void>;
  hasFailed: boolean;
}

const sheets: Sheet[] = [];

/** Applies to nothing. A sheet is fetched like that, and worn when the page that it belongs to is mounted. */
const NOTHING = 'not all';

/**
 * Notes what came inside the document, which is a part of the HTML that also names this very code: a whole sheet, or what
 * the document's own page needs of it.
 */
function noteSheetOfDocument(remote: string, href: string): void {
  const file = CSS.escape(href);
  const holder = document.querySelector<HTMLStyleElement>(
    `style[data-href="${file}"], style[data-part-of="${file}"]`,
  );
  if (!holder || sheets.some((sheet) => sheet.holder === holder)) return;
  const { page } = holder.dataset;
  sheets.push({ remote, href, page, holder, arrival: Promise.resolve(), hasFailed: false });
}

function fetchStyle(remote: string, { href, integrity }: Style, key: string): Promise<void> {
  noteSheetOfDocument(remote, href);
  const ofFile = sheets.filter((sheet) => sheet.href === href);
  const known = ofFile.find(({ page, hasFailed }) => !hasFailed && (page === undefined || page === key));
  if (known) return known.arrival;
  // A link that failed stays until there is another: without one a container of the plugin would add its own, with no hash.
  for (const failed of ofFile.filter(({ hasFailed }) => hasFailed)) {
    failed.holder.remove();
    sheets.splice(sheets.indexOf(failed), 1);
  }
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
  const sheet: Sheet = { remote, href, page: undefined, holder: link, arrival, hasFailed: false };
  sheets.push(sheet);
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
 * Fetches the style sheet of a release, unless the document came with what the page needs of it. Two who ask share the
 * answer.
 *
 * Takes the remote's name, the release, and the page's path or the name of the slot. Returns when it is there, checked against
 * its hash; throws StepError 'style' when it cannot be had (a page without its styles is broken).
 */
export async function fetchStyles(remote: string, release: Release, key: string): Promise<void> {
  await Promise.all(release.styles.map((style) => fetchStyle(remote, style, key)));
}

/** What is in the document by now, a page or what is in a slot: which remote, and which version of it. */
const mounted = new Set<{ remote: string; release: Release }>();

/**
 * Lets the styles of one version of a remote apply and no others: two versions have the same class names. Two regions of a
 * remote have different ones only where a version broke in one of them alone.
 *
 * Takes the remote's name and the version that is shown. Returns what tells that the region is gone; its styles stay until
 * another of the remote is shown.
 */
export function activateStyles(remote: string, release: Release): () => void {
  const region = { remote, release };
  mounted.add(region);
  const shown = [...mounted].filter((one) => one.remote === remote).flatMap((one) => one.release.styles);
  for (const { remote: owner, href, holder } of sheets) {
    if (owner === remote) holder.media = shown.some((style) => style.href === href) ? 'all' : NOTHING;
  }
  return () => void mounted.delete(region);
}
