import type { CDPSession } from '@playwright/test';

/** A connection with the DevTools protocol, with Playwright's types. */
export type Protocol = Pick<CDPSession, 'send' | 'on'>;

export interface Request {
  url: string;
  /** The protocol's resource type: Document, Script, Stylesheet, Font, Fetch, Ping …; and Worker, a worker's script. */
  type: string;
  /** The documents, scripts and style sheets that caused the request, as far as the browser knows. */
  askers: readonly string[];
  /** Seconds on the browser's own clock. */
  start: number;
  /** Reads the response's body; empty if there is none. Absent unless the visitor is weighed. */
  body?: () => Promise<Buffer>;
}

export interface Traffic {
  requests(): Request[];
  /** Resolves when no request has been pending for this many milliseconds. */
  idle(milliseconds: number): Promise<void>;
}

interface Stack {
  callFrames: { url: string }[];
  parent?: Stack;
}

const TIMEOUT = 60_000;

const framesOf = (stack: Stack | undefined): string[] =>
  stack === undefined ? [] : [...stack.callFrames.map(({ url }) => url), ...framesOf(stack.parent)];

async function bodyOf(session: Protocol, requestId: string): Promise<Buffer> {
  try {
    const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId });
    return Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
  } catch {
    // The response to a beacon has no readable body.
    return Buffer.alloc(0);
  }
}

/** Records every request of a page from now on, with its body if `isWeighed`. */
export async function watchTraffic(session: Protocol, isWeighed: boolean): Promise<Traffic> {
  const known = new Map<string, Request>();
  const pending = new Set<string>();
  let onChange = () => {};

  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', initiator, timestamp }) => {
    const { url } = request;
    if (/^(data|blob):/.test(url)) return;
    const frames = framesOf(initiator.stack);
    const askers = [...new Set([initiator.url ?? '', ...frames])].filter((frame) => frame.startsWith('http'));
    const isWorker = type === 'Script' && initiator.type === 'other';
    const kind = isWorker ? 'Worker' : type;
    // The page's session gets no events for a worker's script after its start.
    const body = async () =>
      isWorker ? Buffer.from(await (await fetch(url)).arrayBuffer()) : bodyOf(session, requestId);
    const recorded = { url, type: kind, askers, start: timestamp };
    known.set(requestId, isWeighed ? { ...recorded, body } : recorded);
    if (!isWorker) pending.add(requestId);
    onChange();
  });
  const close = ({ requestId }: { requestId: string }) => {
    if (pending.delete(requestId)) onChange();
  };
  session.on('Network.loadingFinished', close);
  session.on('Network.loadingFailed', close);
  await session.send('Network.enable');

  return {
    requests: () => [...known.values()],
    idle: (milliseconds) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => {
          const urls = [...pending].map((id) => known.get(id)?.url);
          reject(new Error(`the network does not come to rest: ${urls.join(', ')}`));
        }, TIMEOUT);
        let timer: NodeJS.Timeout | undefined;
        onChange = () => {
          clearTimeout(timer);
          if (pending.size > 0) return;
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
