import type { CDPSession } from '@playwright/test';

/** What the protocol knows, in the words of Playwright's types. */
export type Protocol = Pick<CDPSession, 'send' | 'on'>;

export interface Request {
  url: string;
  /** As the browser's tools call it: Document, Script, Stylesheet, Font, Fetch, Ping ...; and Worker, a worker's script. */
  type: string;
  /** The documents, scripts and sheets that had a part in asking, as far as the browser knows. */
  askers: readonly string[];
  /** Seconds on the browser's own clock. */
  start: number;
  /** From the browser's memory of an earlier visit. */
  isCached: boolean;
  /** Bytes of the answer as they came over the wire, headers included. */
  sent: number;
  /** Reads the body of the answer; empty where there is none. Absent where nothing is weighed. */
  body?: () => Promise<Buffer>;
}

export interface Traffic {
  requests(): Request[];
  /** Resolves when nothing has been under way for so many milliseconds. */
  idle(milliseconds: number): Promise<void>;
}

interface Stack {
  callFrames: { url: string }[];
  parent?: Stack;
}

const LONGEST_WAIT = 60_000;

const framesOf = (stack: Stack | undefined): string[] =>
  stack === undefined ? [] : [...stack.callFrames.map(({ url }) => url), ...framesOf(stack.parent)];

async function bodyOf(session: Protocol, requestId: string): Promise<Buffer> {
  try {
    const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId });
    return Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
  } catch {
    // A beacon's answer has no body that could be read.
    return Buffer.alloc(0);
  }
}

/** Notes every request that a page makes from now on, with its body if it is to be weighed. */
export async function watchTraffic(session: Protocol, isWeighed: boolean): Promise<Traffic> {
  const known = new Map<string, Request>();
  const open = new Set<string>();
  let onChange = () => {};

  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', initiator, timestamp }) => {
    const { url } = request;
    if (/^(data|blob):/.test(url)) return;
    const frames = framesOf(initiator.stack);
    const askers = [...new Set([initiator.url ?? '', ...frames])].filter((asker) => asker.startsWith('http'));
    const isWorker = type === 'Script' && initiator.type === 'other';
    const kind = isWorker ? 'Worker' : type;
    // What becomes of a worker's script is told to the worker.
    const body = async () =>
      isWorker ? Buffer.from(await (await fetch(url)).arrayBuffer()) : bodyOf(session, requestId);
    const noted = { url, type: kind, askers, start: timestamp, isCached: false, sent: 0 };
    known.set(requestId, isWeighed ? { ...noted, body } : noted);
    if (!isWorker) open.add(requestId);
    onChange();
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const request = known.get(requestId);
    if (request) request.isCached = true;
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = known.get(requestId);
    if (request) request.isCached ||= response.fromDiskCache ?? false;
  });
  const close = (requestId: string, sent: number) => {
    const request = known.get(requestId);
    if (request && !request.isCached) request.sent = sent;
    if (open.delete(requestId)) onChange();
  };
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    close(requestId, encodedDataLength),
  );
  session.on('Network.loadingFailed', ({ requestId }) => close(requestId, 0));
  await session.send('Network.enable');

  return {
    requests: () => [...known.values()],
    idle: (milliseconds) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => {
          const urls = [...open].map((id) => known.get(id)?.url);
          reject(new Error(`the network does not come to rest: ${urls.join(', ')}`));
        }, LONGEST_WAIT);
        let timer: NodeJS.Timeout | undefined;
        onChange = () => {
          clearTimeout(timer);
          if (open.size > 0) return;
          timer = setTimeout(() => {
            clearTimeout(limit);
            onChange = () => {};
            resolve();
          }, milliseconds);
        };
        onChange();
      }),
  };
}
