/**
 * Registers the style sheets that are inlined in the document with code that looks for a link before it adds one (the
 * bundler's preload helper, a remote's container): adds disabled links, which fetch nothing. They are added here and not in
 * the HTML, where Chromium's preload scanner fetches even a `disabled` link.
 */
export function registerInlineStyles(): void {
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-href]')) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.disabled = true;
    // The absolute address, which is what that code compares.
    link.href = new URL(style.dataset['href'] ?? '', location.origin).href;
    document.head.append(link);
  }
}
