import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { keep } from './keep.ts';
import { keptFirst } from './keptFirst.ts';
import {
  PAGES,
  isLatest,
  keyOf,
  keptPaths,
  knownFiles,
  latestRegistry,
  lookForFiles,
  noteRegistry,
  openFiles,
  pathOf,
} from './kept.ts';
import { offlinePage } from './offlinePage.ts';
import { registryIn } from './pageFacts.ts';
import { isWish } from './wish.ts';

// The service worker of the site (decision 035). It answers for pages and for files of releases that are kept, and leaves
// everything else to the browser: the API, events, registry.json, pointers, other origins.

declare const self: ServiceWorkerGlobalScope;

/** How long the network may think about a page that is kept, in seconds. */
const PATIENCE = 3;
/** Not pages: the API's addresses, which links of mails lead to, the server's own, files. */
const NOT_PAGES = [/^\/(auth|rest)\/v1\//, /^\/_/, /\.\w+(\?|$)/];
const IS_RELEASE = /^\/(shell|remotes)\//;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => {
  // The network is asked for a page while this worker starts.
  event.waitUntil(self.registration.navigationPreload.enable());
});

/** A page comes from the network. What is kept of it is for when that does not answer (`keep` decides what that is). */
const pages = new NetworkFirst({
  cacheName: PAGES,
  networkTimeoutSeconds: PATIENCE,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      // Without the query: links of mails have secrets there, and the HTML of a page does not depend on it.
      cacheKeyWillBeUsed: ({ request }) => keyOf(pathOf(request.url).replace(/(.)\/$/, '$1')),
      // Only what is kept already, and has its files: this may be another backend's address or key in the same release.
      cacheWillUpdate: async ({ request, response }) => {
        if (!/html/.test(response.headers.get('content-type') ?? '')) return null;
        const registry = registryIn(await response.clone().text());
        if (registry === null) return null;
        const isSame = registry === (await latestRegistry());
        await noteRegistry(registry);
        const isKept = (await keptPaths()).includes(pathOf(request.url));
        return isSame && isKept && response.ok ? response : null;
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
  // A page is opened by an event of this kind alone.
  new NavigationRoute(
    ({ event, request }) => keptFirst(event as FetchEvent, () => pages.handle({ event, request })),
    { denylist: NOT_PAGES },
  ),
);

const looked = lookForFiles();

/** A file of a release that is kept; before a worker that has just started knows which are, any. */
const isKeptFile = ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }): boolean =>
  sameOrigin &&
  IS_RELEASE.test(url.pathname) &&
  url.search === '' &&
  (knownFiles()?.has(url.pathname) ?? true);

/**
 * What is kept of a release never changes, and was held to its hash. A page asks for those files alone that its own HTML
 * names. Who asks for the network's word (`diagnose`, a hang) gets that, and the file is kept no longer.
 */
registerRoute(isKeptFile, async ({ request, url }) => {
  await looked;
  const files = await openFiles();
  if (request.cache !== 'reload')
    return (await files.match(url.pathname, { ignoreVary: true })) ?? fetch(request);
  const answer = await fetch(request);
  await files.delete(url.pathname);
  await lookForFiles();
  return answer;
});

/** One wish after the other. */
let work = Promise.resolve();

self.addEventListener('message', (event) => {
  if (!isWish(event.data)) return;
  const wish = event.data;
  // Without a network or room there is nothing to be done, and the next page at rest asks again.
  work = work.then(() => keep(wish)).catch(() => {});
  event.waitUntil(work);
});
