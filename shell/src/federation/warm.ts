import type { Release } from '@space/federation';

/**
 * Fetches what a release needs beside its entry instead of after it: the container would wait for the style sheets
 * before it starts on the code, and skips one that is already linked.
 *
 * Returns when the style sheets are there; throws when one of them cannot be had (a page without its styles is broken).
 */
export async function warm(release: Release): Promise<void> {
  for (const chunk of release.preload) {
    const href = new URL(chunk, location.origin).href;
    if (document.querySelector(`link[rel="modulepreload"][href="${CSS.escape(href)}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
  await Promise.all(release.styles.map((style) => loadStyle(new URL(style, location.origin).href)));
}

const loaded = new Map<string, Promise<void>>();

function loadStyle(href: string): Promise<void> {
  const known = loaded.get(href);
  if (known) return known;
  const link = document.createElement('link');
  const arrival = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => {
      resolve();
    });
    link.addEventListener('error', () => {
      link.remove();
      loaded.delete(href);
      reject(new Error(`${href} could not be loaded`));
    });
  });
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  loaded.set(href, arrival);
  return arrival;
}
