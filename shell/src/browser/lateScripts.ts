/**
 * Preloads the scripts that the document marks as deferred (`media="not all"`). The first render does not need them, so
 * they must not compete for bandwidth with the scripts that it needs.
 */
export function fetchLateScripts(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"][media]')) {
    // A new link: not every browser starts to fetch when the media of an existing link changes.
    const hint = document.createElement('link');
    hint.rel = 'modulepreload';
    hint.crossOrigin = link.crossOrigin;
    hint.href = link.href;
    link.replaceWith(hint);
  }
}
