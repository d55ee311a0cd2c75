import type { Release, Style } from '@space/federation';
import { StepError } from './stepError.ts';

const isLinked = (rel: string, href: string) =>
  document.querySelector(`link[rel="${rel}"][href="${CSS.escape(href)}"]`) !== null;

/** Fetches the code that a release starts with, without running it. Its hashes are in the page's import map. */
export function warmCode(release: Release): void {
  for (const href of [release.entry, ...release.preload]) {
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
 * Returns when its style sheet is there, checked against its hash; throws StepError 'style' when it cannot be had (a page
 * without its styles is broken).
 */
export async function warm(release: Release): Promise<void> {
  warmCode(release);
  await Promise.all(release.styles.map(linkStyle));
}

const linked = new Map<string, Promise<void>>();

function linkStyle({ href, integrity }: Style): Promise<void> {
  const known = linked.get(href);
  if (known) return known;
  const link = document.createElement('link');
  const arrival = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => {
      resolve();
    });
    link.addEventListener('error', () => {
      link.remove();
      linked.delete(href);
      reject(new StepError('style', `${href} could not be loaded`));
    });
  });
  link.rel = 'stylesheet';
  link.href = href;
  link.integrity = integrity;
  document.head.append(link);
  linked.set(href, arrival);
  return arrival;
}
