import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';
import { depthsOf } from './depth.ts';
import type { Request } from './traffic.ts';

/** One request, weighed. Bytes are those of the body, but for `sent`. */
export interface Counted {
  /** Path and query. */
  path: string;
  type: string;
  /** 1 for the document, 2 for what it names, one more for each answer that had to be read before. */
  depth: number;
  gzip: number;
  brotli: number;
  /** As they came over the wire, headers included. */
  sent: number;
}

/** Fonts are compressed already: no server compresses them again. */
const COMPRESSED = /\.woff2$/;

/** The bodies of answers, by address. */
export type Bodies = ReadonlyMap<string, Promise<Buffer>>;

/** Keeps the bodies of all answers that a visitor gets. */
export function keepBodies(context: BrowserContext): Bodies {
  const bodies = new Map<string, Promise<Buffer>>();
  context.on('response', (response) => {
    // A beacon's answer has no body that could be read.
    const nothing = () => Buffer.alloc(0);
    if (!bodies.has(response.url())) bodies.set(response.url(), response.body().catch(nothing));
  });
  return bodies;
}

type Weight = Pick<Counted, 'gzip' | 'brotli'>;

/** Most pages ask for the same files, and to compress them takes long. */
const known = new Map<string, Weight>();

function compressed(body: Buffer): Weight {
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
  const weight = COMPRESSED.test(pathname) ? { gzip: byteLength, brotli: byteLength } : compressed(body);
  return {
    path: pathname + search,
    type,
    depth,
    ...weight,
    sent,
  };
}

/** Weighs requests and computes how deep each is in the chain. Takes all of a page, in their order. */
export async function weighAll(requests: readonly Request[], bodies: Bodies): Promise<Counted[]> {
  const texts = new Map<string, string>();
  for (const [url, body] of bodies) texts.set(url, (await body).toString());
  const depths = depthsOf(requests, texts);
  return Promise.all(
    requests.map(async (request, index) =>
      weigh(request, depths[index] ?? 1, (await bodies.get(request.url)) ?? Buffer.alloc(0)),
    ),
  );
}
