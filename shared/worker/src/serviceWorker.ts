import { isPattern } from '@space/federation';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import * as cache from './offlineCache.ts';

// The service worker of the site. It responds to requests for pages and for files of releases, and leaves
// everything else to the browser: the API, events, registry.json, pointers, other origins.

declare const self: ServiceWorkerGlobalScope;

/** Addresses that are not pages: the API's, to which links in mails lead, the server's own, files. */
const NOT_PAGES = [/^\/(auth|rest)\/v1\//, /^\/_/, /\.\w+(\?|$)/];

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => {
  // The network is asked for a page while this worker starts.
  event.waitUntil(Promise.all([self.registration.navigationPreload.enable(), cache.deleteFormerCaches()]));
});

/** The cache key of the page that a request opens. */
const pageKey = (request: Request) => cache.cacheKeyOf(cache.pathOf(request).replace(/(.)\/$/, '$1'));

/** Pages come from the network. If it does not respond, they come from the cache (filled by `cacheForOffline`). */
const pages = new NetworkFirst({
  cacheName: cache.PAGES,
  networkTimeoutSeconds: 3,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      // Without the query: links in mails have secrets there, and the HTML of a page does not depend on it.
      cacheKeyWillBeUsed: ({ request }) => pageKey(request),
      // Only pages that are cached, with their files: the same release may have another backend's address or key.
      cacheWillUpdate: async ({ request, response }) => {
        const registry = cache.isHtml(response) ? cache.registryIn(await response.clone().text()) : null;
        if (registry === null) return null;
        const isSame = await cache.storeRegistry(registry);
        const isCached = (await cache.cachedPaths()).includes(await pageKey(request));
        return isSame && isCached && response.ok ? response : null;
      },
      cachedResponseWillBeUsed: async ({ cachedResponse }) => {
        const html = (await cachedResponse?.clone().text()) ?? '';
        return (await cache.isLatest(html)) ? cachedResponse : null;
      },
      handlerDidError: cache.offlinePage,
    },
  ],
});

/** The last response differed from the outline, or was not a page of the site: the next one is awaited. */
let mustAwaitNetwork = false;

/** The cached page that may be shown at once. No public one: each address may have its own. Null: the network is awaited. */
async function outlineOf(request: Request): Promise<{ html: string; headers: Headers } | null> {
  const key = await pageKey(request);
  if (mustAwaitNetwork || (isPattern(key) && (await cache.pageAt(key))?.access === 'public')) return null;
  const cached = await (await cache.openPages()).match(key, { ignoreVary: true });
  const html = (await cached?.text()) ?? '';
  // Not one with text before its scripts have run: text that was withdrawn is shown to no one.
  const isOutline = !/<html\b[^>]*\sdata-prerendered\b/.test(html);
  return cached && isOutline && (await cache.isLatest(html)) ? { html, headers: cached.headers } : null;
}

/**
 * Responds with the cached outline of a page except its end, before which the browser runs no module: it compiles and paints
 * while the network is asked. The end is sent if that returns the same page; otherwise the page is told to reload.
 */
async function outlineFirst(event: FetchEvent): Promise<Response> {
  const fromNetwork: Promise<Response> = pages.handle({ event, request: event.request });
  const outline = await outlineOf(event.request);
  if (outline === null) {
    const response = await fromNetwork;
    if (mustAwaitNetwork) mustAwaitNetwork = cache.registryIn(await response.clone().text()) === null;
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

/** Files of releases never change, and match their hashes. A `reload` request (`diagnose`, a hang) goes to the network. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(shell|remotes)\//.test(url.pathname) && url.search === '',
  async ({ request, url }) => {
    const files = await cache.openFiles();
    if (request.cache === 'reload') await files.delete(url.pathname);
    return (await files.match(url.pathname, { ignoreVary: true })) ?? fetch(request);
  },
);

// One after the other. Without a network or room, or if a page of another release asks in another form, the next page asks again.
let queue = Promise.resolve();
self.addEventListener('message', (event) => {
  queue = queue.then(() => cache.cacheForOffline(event.data as cache.CacheRequest)).catch(() => {});
  event.waitUntil(queue);
});
