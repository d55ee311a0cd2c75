import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { cacheForOffline } from './cacheForOffline.ts';
import { outlineFirst } from './outlineFirst.ts';
import {
  PAGES,
  isLatest,
  cacheKeyOf,
  cachedPaths,
  cachedFiles,
  deleteFormerCaches,
  latestRegistry,
  readCachedFiles,
  storeRegistry,
  openFiles,
  pathOf,
} from './offlineCache.ts';
import { offlinePage } from './offlinePage.ts';
import { registryIn } from './pageFacts.ts';
import { isCacheRequest } from './cacheRequest.ts';

// The service worker of the site (decision 035). It responds to requests for pages and for cached files of releases, and
// leaves everything else to the browser: the API, events, registry.json, pointers, other origins.

declare const self: ServiceWorkerGlobalScope;

/** The timeout of the network for a cached page, in seconds. */
const TIMEOUT_SECONDS = 3;
/** Addresses that are not pages: the API's, to which links in mails lead, the server's own, files. */
const NOT_PAGES = [/^\/(auth|rest)\/v1\//, /^\/_/, /\.\w+(\?|$)/];
const IS_RELEASE = /^\/(shell|remotes)\//;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => {
  // The network is asked for a page while this worker starts.
  event.waitUntil(Promise.all([self.registration.navigationPreload.enable(), deleteFormerCaches()]));
});

/** The cache key of the page that a request opens. */
const pageKey = ({ url }: Request) => cacheKeyOf(pathOf(url).replace(/(.)\/$/, '$1'));

/** Pages come from the network. If it does not respond, they come from the cache (filled by `cacheForOffline`). */
const pages = new NetworkFirst({
  cacheName: PAGES,
  networkTimeoutSeconds: TIMEOUT_SECONDS,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      // Without the query: links in mails have secrets there, and the HTML of a page does not depend on it.
      cacheKeyWillBeUsed: ({ request }) => pageKey(request),
      // Only pages that are cached, with their files: the same release may have another backend's address or key.
      cacheWillUpdate: async ({ request, response }) => {
        if (!/html/.test(response.headers.get('content-type') ?? '')) return null;
        const registry = registryIn(await response.clone().text());
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
registerRoute(
  // Only an event of this kind opens a page.
  new NavigationRoute(
    ({ event, request }) => outlineFirst(event as FetchEvent, () => pages.handle({ event, request })),
    { denylist: NOT_PAGES },
  ),
);

const filesAreKnown = readCachedFiles();

/** Whether a request is for a cached file of a release; before a new worker knows the cached files, for any file of one. */
const isCachedFile = ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }): boolean =>
  sameOrigin &&
  IS_RELEASE.test(url.pathname) &&
  url.search === '' &&
  (cachedFiles()?.has(url.pathname) ?? true);

/**
 * Cached files of releases never change, and match their hashes. A page requests only files that its own HTML names. A
 * `reload` request (`diagnose`, a hang) goes to the network, and the file is removed from the cache.
 */
registerRoute(isCachedFile, async ({ request, url }) => {
  await filesAreKnown;
  const files = await openFiles();
  if (request.cache !== 'reload')
    return (await files.match(url.pathname, { ignoreVary: true })) ?? fetch(request);
  const response = await fetch(request);
  await files.delete(url.pathname);
  await readCachedFiles();
  return response;
});

/** Requests to cache something are handled one after the other. */
let queue = Promise.resolve();

self.addEventListener('message', (event) => {
  if (!isCacheRequest(event.data)) return;
  const request = event.data;
  // Without a network or room nothing can be done, and the next idle page asks again.
  queue = queue.then(() => cacheForOffline(request)).catch(() => {});
  event.waitUntil(queue);
});
