import { isLatest, openPages, pathOf, patternAt } from './offlineCache.ts';
import { isOutline, registryIn } from './pageFacts.ts';

declare const self: ServiceWorkerGlobalScope;

/** The message to a page whose HTML differs from the network's; its inline script listens (shell/index.html). */
const OUTDATED = 'outdated';

const END = '</body>';

/** The last response differed from the outline, or was not a page of the site: the next one is awaited. */
let mustAwaitNetwork = false;

interface CachedHtml {
  html: string;
  headers: Headers;
}

/**
 * The cached page that may be shown while the network is asked. Only an outline: text on a page that was withdrawn is shown
 * to no one. Null if the network must be awaited.
 */
async function outlineOf(path: string): Promise<CachedHtml | null> {
  if (mustAwaitNetwork) return null;
  const pattern = await patternAt(path);
  // Each address of a public page may have its own HTML, with text.
  if (pattern?.access === 'public') return null;
  const cached = await (await openPages()).match(pattern?.path ?? path, { ignoreVary: true });
  if (!cached) return null;
  const html = await cached.text();
  return isOutline(html) && (await isLatest(html)) ? { html, headers: cached.headers } : null;
}

/**
 * Responds with the cached outline of a page except its end: the browser fetches, compiles and paints while the network is
 * asked, and runs no module before the end arrives. The end is sent when the network has returned the same page; otherwise
 * the page is told to reload from the network.
 *
 * Takes the event and a function that asks the network; returns the response.
 */
export async function outlineFirst(event: FetchEvent, request: () => Promise<Response>): Promise<Response> {
  const networkResponse = request();
  const outline = await outlineOf(pathOf(event.request.url));
  if (outline === null) {
    const response = await networkResponse;
    if (mustAwaitNetwork) mustAwaitNetwork = registryIn(await response.clone().text()) === null;
    return response;
  }
  const { html, headers } = outline;
  const cut = html.lastIndexOf(END);
  const isSame = networkResponse.then(async (response) => (await response.text()) === html);

  /** Firefox may not know a page yet that it has just begun to read: for three seconds, it is looked up repeatedly. */
  async function leave(): Promise<void> {
    mustAwaitNetwork = true;
    for (let wait = 25; wait <= 2_000; wait *= 2) {
      const page = await self.clients.get(event.resultingClientId);
      if (page) return page.postMessage(OUTDATED, []);
      await new Promise((wake) => setTimeout(wake, wait));
    }
  }
  const text = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const finish = () => {
        controller.enqueue(text.encode(html.slice(cut)));
        controller.close();
      };
      controller.enqueue(text.encode(html.slice(0, cut)));
      const end = isSame.then((isLive) => (isLive ? finish() : leave()));
      event.waitUntil(end);
      return end;
    },
  });
  return new Response(body, { headers });
}
