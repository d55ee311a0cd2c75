import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Request } from './traffic.ts';

/** The size of one request. */
export interface Counted {
  path: string;
  type: string;
  /** The depth in the request chain: 1 for the document, 2 for files in its HTML, one more for each further response. */
  depth: number;
  /** Bytes of the body. */
  gzip: number;
}

function weigh({ url, type }: Request, depth: number, body: Buffer): Counted {
  const { pathname, search } = new URL(url);
  // Fonts are already compressed: no server compresses them again.
  const isFont = pathname.endsWith('.woff2');
  const gzip = isFont ? body.byteLength : gzipSync(body, { level: 9 }).byteLength;
  return { path: pathname + search, type, depth, gzip };
}

/**
 * The depth of each request in the chain: 1 for the document, 2 for files in its HTML, and one more than its initiator's
 * for all others. Of several initiators the deepest counts. A dynamic import has no initiator: any script that contains the
 * file's name may be it, and the shallowest counts.
 */
function depthsOf(requests: readonly Request[], texts: ReadonlyMap<string, string>): number[] {
  const [document] = requests;
  const html = texts.get(document?.url ?? '') ?? '';
  const depths = new Map<string, number>();
  const depthOf = (initiator: string) => depths.get(initiator) ?? 1;
  return requests.map(({ url, type, askers }, index) => {
    const before = requests.slice(0, index);
    const known = askers.filter((initiator) => initiator !== url);
    const name = basename(new URL(url).pathname);
    // The browser reports no initiator for a dynamic import, and the document for a worker's script.
    const isUnknown =
      !html.includes(name) && (type === 'Worker' || (type === 'Script' && known.length === 0));
    const importers = before.filter((one) => one.type === 'Script' && texts.get(one.url)?.includes(name));
    let depth = 1;
    if (isUnknown && importers.length > 0) depth = Math.min(...importers.map((one) => depthOf(one.url))) + 1;
    else if (isUnknown) depth = Math.max(1, ...before.map((one) => depthOf(one.url))) + 1;
    else if (index > 0) depth = Math.max(1, ...known.map(depthOf)) + 1;
    if (!depths.has(url)) depths.set(url, depth);
    return depthOf(url);
  });
}

/** Measures the size and the chain depth of all requests of a page, in their order. */
export async function weighAll(requests: readonly Request[]): Promise<Counted[]> {
  const bodies = await Promise.all(requests.map(async ({ body }) => (await body?.()) ?? Buffer.alloc(0)));
  const texts = new Map(requests.map(({ url }, index) => [url, String(bodies[index])]));
  const depths = depthsOf(requests, texts);
  return requests.map((request, index) =>
    weigh(request, depths[index] ?? 1, bodies[index] ?? Buffer.alloc(0)),
  );
}

export const sumOfGzip = (requests: readonly Counted[]): number =>
  requests.reduce((total, { gzip }) => total + gzip, 0);

export const scripts = (requests: readonly Counted[]): Counted[] =>
  requests.filter(({ type }) => type === 'Script' || type === 'Worker');

/** Event beacons, and the worker that paints the background: the page waits for neither. */
const IN_THE_BACKGROUND = ['Ping', 'Worker'];

interface TimedVisit {
  requests: readonly Request[];
  answering: number | null;
}

/** The longest chain, in some visits, of requests before the main control worked. */
export function chainBefore(counted: readonly Counted[], visits: readonly TimedVisit[]): number {
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
