import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { CDPSession } from '@playwright/test';

/** A connection with the DevTools protocol, with Playwright's types. */
export type Protocol = Pick<CDPSession, 'send' | 'on'>;

interface Request {
  url: string;
  /** The protocol's resource type: Document, Script, Stylesheet, Font, Fetch, Ping …; and Worker, a worker's script. */
  type: string;
  /** Seconds on the browser's own clock. */
  start: number;
  /** The documents, scripts and style sheets that caused the request, as far as the browser knows. */
  askers: readonly string[];
  /** Reads the response's body; empty if there is none. */
  read: () => Promise<Buffer>;
}

export interface Counted {
  path: string;
  type: string;
  start: number;
  /** The depth in the request chain: 1 for the document, 2 for files in its HTML, one more for each further response. */
  depth: number;
  /** Bytes of the body. */
  gzip: number;
}

interface Stack {
  callFrames: { url: string }[];
  parent?: Stack;
}

const framesOf = (stack: Stack | undefined): string[] =>
  stack === undefined ? [] : [...stack.callFrames.map(({ url }) => url), ...framesOf(stack.parent)];

/** Records every request of a page from now on. Takes its connection. */
export async function watchTraffic(page: Protocol) {
  const known = new Map<string, Request>();
  const pending = new Set<string>();
  let changed = 0;

  /** Requests a worker's script again, after whose start the page's connection gets no events. */
  async function readAgain(url: string): Promise<Buffer> {
    const expression = `fetch(${JSON.stringify(url)}).then((answer) => answer.text())`;
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result } = await page.send('Runtime.evaluate', options);
    return Buffer.from(String(result.value));
  }
  async function readBody(requestId: string): Promise<Buffer> {
    try {
      const { body, base64Encoded } = await page.send('Network.getResponseBody', { requestId });
      return Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
    } catch {
      // The response to a beacon has no readable body.
      return Buffer.alloc(0);
    }
  }
  page.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', initiator, timestamp }) => {
    const { url } = request;
    if (/^(data|blob):/.test(url)) return;
    const isWorker = type === 'Script' && initiator.type === 'other';
    const askers = [initiator.url ?? '', ...framesOf(initiator.stack)];
    known.set(requestId, {
      ...{ url, start: timestamp, type: isWorker ? 'Worker' : type },
      askers: askers.filter((asker) => asker.startsWith('http') && asker !== url),
      read: () => (isWorker ? readAgain(url) : readBody(requestId)),
    });
    if (!isWorker) pending.add(requestId);
    changed = Date.now();
  });
  const close = ({ requestId }: { requestId: string }) => {
    if (pending.delete(requestId)) changed = Date.now();
  };
  page.on('Network.loadingFinished', close);
  page.on('Network.loadingFailed', close);
  await page.send('Network.enable');

  return {
    /** How many requests there were. */
    size: () => known.size,
    /** Resolves when no request has been pending for this many milliseconds. */
    async idle(milliseconds: number): Promise<void> {
      const start = Date.now();
      while (pending.size > 0 || Date.now() - Math.max(start, changed) < milliseconds) {
        const urls = [...pending].map((id) => known.get(id)?.url);
        if (Date.now() - start > 60_000)
          throw new Error(`the network does not come to rest: ${urls.join(', ')}`);
        await wait(10);
      }
    },
    /** Measures all requests so far, in their order. */
    async count(): Promise<Counted[]> {
      const requests = [...known.values()];
      const bodies = await Promise.all(requests.map(({ read }) => read()));
      const depths = depthsOf(requests, bodies.map(String));
      return requests.map(({ url, type, start }, index) => {
        const body = bodies[index] ?? '';
        // Fonts are already compressed: no server compresses them again.
        const gzip = url.endsWith('.woff2') ? body.length : gzipSync(body, { level: 9 }).byteLength;
        return { path: url.slice(new URL(url).origin.length), type, start, depth: depths[index] ?? 1, gzip };
      });
    },
  };
}

/**
 * The depth of each request in the chain: 1 for the document, 2 for files in its HTML, and one more than its initiator's
 * for all others. Of several initiators the deepest counts. A dynamic import has no initiator: any script that contains the
 * file's name may be it, and the shallowest counts.
 */
function depthsOf(requests: readonly Request[], texts: readonly string[]): number[] {
  const depths = new Map<string, number>();
  const depthOf = (url: string) => depths.get(url) ?? 1;
  for (const [index, { url, type, askers }] of requests.entries()) {
    if (depths.has(url)) continue;
    const before = requests.slice(0, index);
    const name = basename(new URL(url).pathname);
    // The browser reports no initiator for a dynamic import, and the document for a worker's script.
    const isUnknown = type === 'Worker' || (type === 'Script' && askers.length === 0);
    const importers = before.filter((one, place) => one.type === 'Script' && texts[place]?.includes(name));
    if (index === 0) depths.set(url, 1);
    else if (!isUnknown || texts[0]?.includes(name)) depths.set(url, Math.max(1, ...askers.map(depthOf)) + 1);
    else if (importers.length > 0) depths.set(url, Math.min(...importers.map((one) => depthOf(one.url))) + 1);
    else depths.set(url, Math.max(1, ...before.map((one) => depthOf(one.url))) + 1);
  }
  return requests.map(({ url }) => depthOf(url));
}

export const sumOfGzip = (requests: readonly Counted[]): number =>
  requests.reduce((total, { gzip }) => total + gzip, 0);

export const scripts = (requests: readonly Counted[]): Counted[] =>
  requests.filter(({ type }) => type === 'Script' || type === 'Worker');

/** Event beacons, and the worker that paints the background: the page waits for neither. */
const IN_THE_BACKGROUND = ['Ping', 'Worker'];

/** The longest chain of requests of a visit before its main control worked, so many milliseconds after its start. */
export function chainBefore(requests: readonly Counted[], answering: number | null): number {
  const end = (requests[0]?.start ?? 0) + (answering ?? 0) / 1000;
  const before = requests.filter(({ start, type }) => start < end && !IN_THE_BACKGROUND.includes(type));
  return Math.max(...before.map(({ depth }) => depth));
}
