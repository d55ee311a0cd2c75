import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Request } from './traffic.ts';

/** One request, weighed. Bytes are those of the body, but for `sent`. */
export interface Counted {
  path: string;
  type: string;
  /** 1 for the document, 2 for what it names, one more for each answer that had to be read before. */
  depth: number;
  gzip: number;
  /** As they came over the wire, headers included. */
  sent: number;
}

function weigh({ url, type, sent }: Request, depth: number, body: Buffer): Counted {
  const { pathname, search } = new URL(url);
  // Fonts are compressed already: no server compresses them again.
  const isFont = pathname.endsWith('.woff2');
  const gzip = isFont ? body.byteLength : gzipSync(body, { level: 9 }).byteLength;
  return { path: pathname + search, type, depth, gzip, sent };
}

/**
 * How many answers had to come one after the other until each request could be made: 1 for the document, 2 for what its
 * HTML names, one more than its asker's for all else. Of several scripts with a part in asking the deepest counts. A dynamic
 * import names no asker: the scripts that contain the file's name could have been it, and the shallowest counts.
 */
function depthsOf(requests: readonly Request[], texts: ReadonlyMap<string, string>): number[] {
  const [document] = requests;
  const html = texts.get(document?.url ?? '') ?? '';
  const depths = new Map<string, number>();
  const depthOf = (asker: string) => depths.get(asker) ?? 1;
  return requests.map(({ url, type, askers }, index) => {
    const before = requests.slice(0, index);
    const known = askers.filter((asker) => asker !== url);
    const name = basename(new URL(url).pathname);
    // A dynamic import names no one, a worker's script the document.
    const isUnclear =
      !html.includes(name) && (type === 'Worker' || (type === 'Script' && known.length === 0));
    const named = before.filter((one) => one.type === 'Script' && texts.get(one.url)?.includes(name));
    let depth = 1;
    if (isUnclear && named.length > 0) depth = Math.min(...named.map((one) => depthOf(one.url))) + 1;
    else if (isUnclear) depth = Math.max(1, ...before.map((one) => depthOf(one.url))) + 1;
    else if (index > 0) depth = Math.max(1, ...known.map(depthOf)) + 1;
    if (!depths.has(url)) depths.set(url, depth);
    return depthOf(url);
  });
}

/** Weighs all requests of a page, in their order, and computes how deep each is in the chain. */
export async function weighAll(requests: readonly Request[]): Promise<Counted[]> {
  const bodies = await Promise.all(requests.map(async ({ body }) => (await body?.()) ?? Buffer.alloc(0)));
  const texts = new Map(requests.map(({ url }, index) => [url, String(bodies[index])]));
  const depths = depthsOf(requests, texts);
  return requests.map((request, index) =>
    weigh(request, depths[index] ?? 1, bodies[index] ?? Buffer.alloc(0)),
  );
}

export const sum = (requests: readonly Counted[], what: 'gzip' | 'sent'): number =>
  requests.reduce((total, request) => total + request[what], 0);

export const scripts = (requests: readonly Counted[]): Counted[] =>
  requests.filter(({ type }) => type === 'Script' || type === 'Worker');

/** A page's own report, and the painter of the picture behind it: the page waits for neither. */
const IN_THE_BACKGROUND = ['Ping', 'Worker'];

/** How many answers had to come one after the other for what is there at rest. */
export const chain = (requests: readonly Counted[]): number =>
  Math.max(...requests.map(({ depth }) => depth));

interface Answering {
  requests: readonly Request[];
  answering: number | null;
}

/** The chain of what was asked for before the main control answered, in any of some visits. */
export function chainBefore(counted: readonly Counted[], visits: readonly Answering[]): number {
  const depths = new Map(counted.map(({ path, depth }) => [path, depth]));
  const before = visits.flatMap(({ requests, answering }) => {
    const end = (requests[0]?.start ?? 0) + (answering ?? 0) / 1000;
    return requests.filter(({ start, type }) => start < end && !IN_THE_BACKGROUND.includes(type));
  });
  return Math.max(
    ...before.map(({ url }) => {
      const { pathname, search } = new URL(url);
      return depths.get(pathname + search) ?? 1;
    }),
  );
}
