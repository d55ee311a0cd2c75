import { isLatest, openPages, pathOf, patternAt } from './kept.ts';
import { isOutline, registryIn } from './pageFacts.ts';

declare const self: ServiceWorkerGlobalScope;

/** What a page is told whose HTML is not the network's any more; its own HTML listens (shell/index.html). */
const OUTDATED = 'outdated';

const END = '</body>';

/** The last answer of the network was none of the site's pages: the next one is waited for. */
let isDoubtful = false;

interface KeptHtml {
  html: string;
  headers: Headers;
}

/**
 * The page that may be shown while the network is asked. Only the outline of a page: what is to be read in one that was
 * withdrawn is shown to no one. Null where the network is to be waited for.
 */
async function outlineOf(path: string): Promise<KeptHtml | null> {
  if (isDoubtful) return null;
  const pattern = await patternAt(path);
  // Of a public page each address may have a page of its own, that is to be read.
  if (pattern?.access === 'public') return null;
  const kept = await (await openPages()).match(pattern?.path ?? path, { ignoreVary: true });
  if (!kept) return null;
  const html = await kept.text();
  return isOutline(html) && (await isLatest(html)) ? { html, headers: kept.headers } : null;
}

/**
 * Answers for a page with what is kept of it but for its end: the browser fetches, compiles and paints while the network is
 * asked, and runs no module before the end is there. That comes when the network has sent the same page; else the page is
 * told to leave for what the network has.
 *
 * Takes the event and what asks the network; returns the answer.
 */
export async function keptFirst(event: FetchEvent, ask: () => Promise<Response>): Promise<Response> {
  const asked = ask();
  const outline = await outlineOf(pathOf(event.request.url));
  if (outline === null) {
    const answer = await asked;
    if (isDoubtful) isDoubtful = registryIn(await answer.clone().text()) === null;
    return answer;
  }
  const { html, headers } = outline;
  const cut = html.lastIndexOf(END);
  const isSame = asked.then(async (answer) => (await answer.text()) === html);

  /** Firefox may not know a page yet that it has just begun to read: it is looked for until it is there, for three seconds. */
  async function leave(): Promise<void> {
    isDoubtful = true;
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
