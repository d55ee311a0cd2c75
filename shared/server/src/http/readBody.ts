import type { SiteRequest } from './handler.ts';

/** Reads a body up to a number of bytes. A caller that gets 'too large' must call `refuse`, because the rest is not read. */
export async function readBody(incoming: SiteRequest, maxBytes: number): Promise<Buffer | 'too large'> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return 'too large';
  const chunks: Buffer[] = [];
  let size = 0;
  // A plain `for await` would destroy the socket on return, before the refusal is sent.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    const buffer = Buffer.from(chunk);
    size += buffer.length;
    if (size > maxBytes) return 'too large';
    chunks.push(buffer);
  }
  return Buffer.concat(chunks);
}

const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;

/** Reads and discards the rest of a body. Closing HTTP/1.1 early would lose the response: a proxy would send 502. */
export async function discardRest(request: SiteRequest): Promise<void> {
  const length = Number(request.headers['content-length'] ?? Infinity);
  if (request.httpVersionMajor >= 2 || length > MAX_DISCARDED_BYTES || request.complete) return;
  const ended = new Promise((resolve) => request.once('close', resolve).once('end', resolve));
  // Not `resume()`: an iterator that is released after this call would pause the stream again.
  request.on('data', () => {});
  await ended;
}
