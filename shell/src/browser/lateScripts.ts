/**
 * Fetches the scripts that the document names for later (`media="not all"`): the page is shown without them, so they do not
 * share the line with those that show it.
 */
export function fetchLateScripts(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"][media]')) {
    // A copy: not every browser fetches when a link's media changes.
    const hint = document.createElement('link');
    hint.rel = 'modulepreload';
    hint.crossOrigin = link.crossOrigin;
    hint.href = link.href;
    link.replaceWith(hint);
  }
}
