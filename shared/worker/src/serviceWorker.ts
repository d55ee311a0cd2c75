import { isPattern } from '@space/federation';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import {
  PAGES,
  registryIn,
  type CacheRequest,
  cacheForOffline,
  cacheKeyOf,
  cachedPaths,
  deleteFormerCaches,
  isHtml,
  latestRegistry,
  openFiles,
  openPages,
  pageAt,
  pathOf,
  storeRegistry,
} from './offlineCache.ts';
import { offlinePage } from './offlinePage.ts';

// The service worker of the site. It responds to requests for pages and for files of releases, and leaves
// everything else to the browser: the API, events, registry.json, pointers, other origins.

declare const self: ServiceWorkerGlobalScope;

/** Addresses that are not pages: the API's, to which links in mails lead, the server's own, files. */
const NOT_PAGES = [/^\/(auth|rest)\/v1\//, /^\/_/, /\.\w+(\?|$)/];
const IS_RELEASE = /^\/(shell|remotes)\//;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => {
  // The network is asked for a page while this worker starts.
  event.waitUntil(Promise.all([self.registration.navigationPreload.enable(), deleteFormerCaches()]));
});

/** The cache key of the page that a request opens. */
const pageKey = (request: Request) => cacheKeyOf(pathOf(request).replace(/(.)\/$/, '$1'));
const isLatest = async (html: string) => registryIn(html) === (await latestRegistry());

/** Pages come from the network. If it does not respond, they come from the cache (filled by `cacheForOffline`). */
const pages = new NetworkFirst({
  cacheName: PAGES,
  networkTimeoutSeconds: 3,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      // Without the query: links in mails have secrets there, and the HTML of a page does not depend on it.
      cacheKeyWillBeUsed: ({ request }) => pageKey(request),
      // Only pages that are cached, with their files: the same release may have another backend's address or key.
      cacheWillUpdate: async ({ request, response }) => {
        const registry = isHtml(response) ? registryIn(await response.clone().text()) : null;
        if (registry === null) return null;
        const isSame = registry === (await latestRegistry());
        await storeRegistry(registry);
        const isCached = (await cachedPaths()).includes(await pageKey(request));
        return isSame && isCached && response.ok ? response : null;
      },
      cachedResponseWillBeUsed: async ({ cachedResponse }) => {
        const html = (await cachedResponse?.clone().text()) ?? '';
        return (await isLatest(html)) ? cachedResponse : null;
      },
      handlerDidError: offlinePage,
    },
  ],
});

/** Whether a page contains only an outline before its scripts have run: no text. */
const isOutline = (html: string): boolean => !/<html\b[^>]*\sdata-prerendered\b/.test(html);

/** The last response differed from the outline, or was not a page of the site: the next one is awaited. */
let mustAwaitNetwork = false;

/**
 * The cached page that may be shown while the network is asked. Only an outline: text on a page that was withdrawn is shown
 * to no one, and each address of a public page may have its own HTML, with text. Null if the network must be awaited.
 */
async function outlineOf(request: Request): Promise<{ html: string; headers: Headers } | null> {
  const key = await pageKey(request);
  if (mustAwaitNetwork || (isPattern(key) && (await pageAt(key))?.access === 'public')) return null;
  const cached = await (await openPages()).match(key, { ignoreVary: true });
  const html = (await cached?.text()) ?? '';
  return cached && isOutline(html) && (await isLatest(html)) ? { html, headers: cached.headers } : null;
}

/**
 * Responds with the cached outline of a page except its end: the browser fetches, compiles and paints while the network is
 * asked, and runs no module before the end arrives. The end is sent when the network has returned the same page; otherwise
 * the page is told to reload from the network.
 */
async function outlineFirst(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const fromNetwork: Promise<Response> = pages.handle({ event, request });
  const outline = await outlineOf(request);
  if (outline === null) {
    const response = await fromNetwork;
    if (mustAwaitNetwork) mustAwaitNetwork = registryIn(await response.clone().text()) === null;
    return response;
  }
  const { html, headers } = outline;
  const cut = html.lastIndexOf('</body>');
  const { readable, writable } = new TextEncoderStream();
  async function write(): Promise<void> {
    const writer = writable.getWriter();
    await writer.write(html.slice(0, cut));
    if ((await (await fromNetwork).text()) === html) {
      await writer.write(html.slice(cut));
      return writer.close();
    }
    mustAwaitNetwork = true;
    // Firefox may not know yet a page that it has just begun to read. The page reloads itself (shell/index.html).
    for (let wait = 25; wait <= 2_000; wait *= 2) {
      const page = await self.clients.get(event.resultingClientId);
      if (page) return page.postMessage('outdated', []);
      await new Promise((wake) => setTimeout(wake, wait));
    }
  }
  event.waitUntil(write().catch(() => {})); // the page was left
  return new Response(readable, { headers });
}

// Only an event of this kind opens a page.
registerRoute(new NavigationRoute(({ event }) => outlineFirst(event as FetchEvent), { denylist: NOT_PAGES }));

/**
 * Cached files of releases never change, and match their hashes. A page requests only files that its own HTML names. A
 * `reload` request (`diagnose`, a hang) goes to the network, and the file is removed from the cache.
 */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && IS_RELEASE.test(url.pathname) && url.search === '',
  async ({ request, url }) => {
    const files = await openFiles();
    if (request.cache === 'reload') await files.delete(url.pathname);
    return (await files.match(url.pathname, { ignoreVary: true })) ?? fetch(request);
  },
);

// Requests to cache something are handled one after the other. Without a network or room nothing can be done, and a page of
// another release may ask in another form: the next page asks again.
let queue = Promise.resolve();
self.addEventListener('message', (event) => {
  queue = queue.then(() => cacheForOffline(event.data as CacheRequest)).catch(() => {});
  event.waitUntil(queue);
});
