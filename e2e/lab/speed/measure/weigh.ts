import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Request } from './traffic.ts';

/** One request, weighed. Bytes are those of the body, but for `sent`. */
export interface Counted {
  path: string;
  type: string;
  /** 1 for the document, 2 for what it names, one more for each answer that had to be read before. */
  depth: number;
  gzip: number;
  brotli: number;
  /** As they came over the wire, headers included. */
  sent: number;
}

/** Most pages ask for the same files, and to compress them takes long. */
const known = new Map<string, { gzip: number; brotli: number }>();

function compressed(body: Buffer): { gzip: number; brotli: number } {
  const hash = createHash('sha256').update(body).digest('base64');
  const weight = known.get(hash) ?? {
    gzip: gzipSync(body, { level: 9 }).byteLength,
    brotli: brotliCompressSync(body).byteLength,
  };
  known.set(hash, weight);
  return weight;
}

function weigh({ url, type, sent }: Request, depth: number, body: Buffer): Counted {
  const { pathname, search } = new URL(url);
  const { byteLength } = body;
  // Fonts are compressed already: no server compresses them again.
  const weight = pathname.endsWith('.woff2') ? { gzip: byteLength, brotli: byteLength } : compressed(body);
  return { path: pathname + search, type, depth, ...weight, sent };
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
