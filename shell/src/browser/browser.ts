import type { DataRouter } from 'react-router-dom';

// What the shell asks of the browser, of the document that it was opened with, and of the navigation under way.

/** The timeout for anything that a page needs, in milliseconds. In development the first request starts a server. */
export const TIME_LIMIT = import.meta.env.DEV ? 120_000 : 8_000;

/** Waits for a promise until `TIME_LIMIT`, then throws `TimeoutError`: nothing else limits a module that never arrives. */
export function withTimeLimit<T>(promise: Promise<T>): Promise<T> {
  const error = new DOMException(`No answer within ${TIME_LIMIT} ms`, 'TimeoutError');
  return Promise.race([promise, new Promise<never>((_, reject) => setTimeout(reject, TIME_LIMIT, error))]);
}

/**
 * Adds disabled links, which fetch nothing, for the style sheets that are inlined in the document: the bundler's preload
 * helper and a remote's container look for a link before they add one. In the HTML Chromium would fetch even a disabled link.
 */
export function registerInlineStyles(): void {
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-href]')) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.disabled = true;
    // That code compares absolute addresses.
    link.href = new URL(style.dataset['href'] ?? '', location.origin).href;
    document.head.append(link);
  }
}

/** Preloads the scripts that the document marks as deferred (`media="not all"`), because the first render does not need them. */
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

/** From here on React renders by the session: base.css need not hide one of the two prerendered forms. */
export function endPrerendering(): void {
  delete document.documentElement.dataset['prerendered'];
}

let current: DataRouter | null = null;

export function setRouter(router: DataRouter): void {
  current = router;
}

/** The target of the navigation under way, with query and hash; without a navigation the current address. */
export function targetAddress(): string {
  const { pathname, search, hash } = current?.state.navigation.location ?? location;
  return pathname + search + hash;
}

/** Whether a navigation is under way right now. The state in React components follows later, noticeably on a busy device. */
export const isGoingElsewhere = (): boolean => current !== null && current.state.navigation.state !== 'idle';
