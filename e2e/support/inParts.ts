import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening } from './listening.ts';
import type { Listening } from './listening.ts';

/** A line to a site on which documents come in parts. */
export interface LineInParts extends Listening {
  /** Lets the next part pass; false when the document is complete. */
  next(): boolean;
}

/** Headers of a line, not of what passes on it. */
const OWN = new Set(['connection', 'content-encoding', 'content-length', 'transfer-encoding']);

/**
 * Starts a line to a site: each document stops wherever it is told to, until the next part is let through; everything else
 * passes. Takes the site's address and what cuts a document's text into parts.
 */
export async function startLineInParts(
  site: string,
  cut: (html: string) => readonly string[],
): Promise<LineInParts> {
  let parts: string[] = [];
  let document: ServerResponse | null = null;
  const next = () => {
    document?.write(parts.shift() ?? '');
    if (parts.length === 0) document?.end();
    return document === null || parts.length > 0;
  };
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request;
    const answer = await fetch(`${site}${url}`, {
      method,
      headers: { accept: headers.accept ?? '*/*', 'content-type': headers['content-type'] ?? 'text/plain' },
      body: method === 'GET' ? null : await buffer(request),
    });
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers) if (!OWN.has(name)) response.setHeader(name, value);
    if (answer.headers.get('content-type')?.startsWith('text/html')) {
      parts = [...cut(await answer.text())];
      document = response;
      next();
    } else {
      response.end(Buffer.from(await answer.arrayBuffer()));
    }
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  return { ...(await listening(server)), next };
}
