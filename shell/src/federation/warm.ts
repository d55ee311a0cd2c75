import type { Release, Style } from '@space/federation';
import { StepError } from './stepError.ts';

const isLinked = (rel: string, href: string) =>
  document.querySelector(`link[rel="${rel}"][href="${CSS.escape(href)}"]`) !== null;

/**
 * Fetches what a page of a release starts with, without running or wearing any of it. The hashes of the code are in the
 * page's import map.
 */
export function warmPage(release: Release, path: string): void {
  warmCode(release, path);
  for (const { href, integrity } of release.styles) {
    if (sheets.has(href) || isLinked('stylesheet', href)) continue;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    // It applies to nothing. No `preload`: the browser complains of one that is not used after all.
    link.media = 'not all';
    link.crossOrigin = 'anonymous';
    link.integrity = integrity;
    link.setAttribute('href', href);
    document.head.append(link);
  }
}

/** Fetches code; without a path only what every page needs. */
function warmCode(release: Release, path?: string): void {
  const own = path === undefined ? [] : (release.chunks?.[path] ?? []);
  for (const href of [release.entry, ...release.preload, ...own]) {
    if (isLinked('modulepreload', href)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

/**
 * Fetches what a release needs beside its entry instead of after it.
 *
 * Takes the remote's name and the release. Returns when its style sheet is there, checked against its hash; throws
 * StepError 'style' when it cannot be had (a page without its styles is broken).
 */
export async function warm(remote: string, release: Release): Promise<void> {
  warmCode(release);
  await Promise.all(release.styles.map((style) => linkStyle(remote, style)));
}

interface Sheet {
  remote: string;
  /** Holds the rules: a link, or the element that came with the document. */
  holder: HTMLLinkElement | HTMLStyleElement;
  arrival: Promise<void>;
  hasFailed: boolean;
}

const sheets = new Map<string, Sheet>();

/** The sheet that came with the document, inside it: a part of the HTML that also names this very code. */
function sheetOfDocument(remote: string, href: string): Sheet | undefined {
  const holder = document.querySelector<HTMLStyleElement>(`style[data-href="${CSS.escape(href)}"]`);
  if (!holder) return undefined;
  const sheet: Sheet = { remote, holder, arrival: Promise.resolve(), hasFailed: false };
  sheets.set(href, sheet);
  return sheet;
}

function linkStyle(remote: string, { href, integrity }: Style): Promise<void> {
  const known = sheets.get(href) ?? sheetOfDocument(remote, href);
  if (known && !known.hasFailed) return known.arrival;
  // A link that failed stays until there is another: without one the container would add its own, with no hash.
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
  // From another origin (an override) a sheet is asked for like a script: with that origin's consent.
  link.crossOrigin = 'anonymous';
  // In full: the container looks for a link with exactly this text before it adds one.
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
    if (owner === remote && holder.sheet)
      holder.sheet.disabled = !styles.some((style) => style.href === href);
  }
}
