/**
 * Tells anyone who looks for a style sheet before linking it (the bundler's preload helper, a remote's container) that those
 * inside the document are there: by links that ask for nothing. Made here and not in the HTML, where Chromium's preload
 * scanner fetches what a `disabled` link names.
 */
export function noteStylesOfDocument(): void {
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-href]')) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.disabled = true;
    // In full: that is how they are looked for.
    link.href = new URL(style.dataset['href'] ?? '', location.origin).href;
    document.head.append(link);
  }
}
