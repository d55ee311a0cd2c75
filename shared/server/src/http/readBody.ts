import type { SiteRequest } from './handler.ts';

/** A caller that gets 'too large' must `refuse`, because the rest is never read. */
export async function readBody(incoming: SiteRequest, largest: number): Promise<Buffer | 'too large'> {
  if (Number(incoming.headers['content-length'] ?? 0) > largest) return 'too large';
  const chunks: Buffer[] = [];
  let size = 0;
  // A plain `for await` would destroy the socket on return, before the refusal is sent.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    const buffer = Buffer.from(chunk);
    size += buffer.length;
    if (size > largest) return 'too large';
    chunks.push(buffer);
  }
  return Buffer.concat(chunks);
}

const DROPPED_BYTES = 4 * 1024 * 1024;

/** Reads the rest of a refused body: HTTP/1.1 that is closed on it loses the answer, and a proxy says 502. */
export async function dropRest(request: SiteRequest): Promise<void> {
  const length = Number(request.headers['content-length'] ?? Infinity);
  if (request.httpVersionMajor >= 2 || length > DROPPED_BYTES || request.complete) return;
  const ended = new Promise((resolve) => request.once('close', resolve).once('end', resolve));
  // Not `resume`: an iterator that lets go of the body later than this would stop it again.
  request.on('data', () => {});
  await ended;
}
