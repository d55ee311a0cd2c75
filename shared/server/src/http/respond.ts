import { COMMON_HEADERS } from '@space/store';
import type { SiteRequest, SiteResponse } from './handler.ts';

/** The headers of an answer that is not a page: nothing in it may run, be framed or load anything. */
export const ANSWER_HEADERS = {
  ...COMMON_HEADERS,
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

export function respondText(
  request: SiteRequest,
  response: SiteResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    ...ANSWER_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** Sends an answer that is still being made. Never rejects: what cannot be made is a 500. */
export async function respondLater(
  request: SiteRequest,
  response: SiteResponse,
  make: () => Promise<{ status?: number; body: string; headers?: Record<string, string> }>,
): Promise<void> {
  try {
    const { status = 200, body, headers } = await make();
    respondText(request, response, status, body, headers);
  } catch {
    respondText(request, response, 500, 'Internal server error');
  }
}

/** Refuses a body that is not read to its end: HTTP/1.1 loses its connection, HTTP/2 the stream alone. */
export function refuse(
  request: SiteRequest,
  response: SiteResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const { stream } = response;
  respondText(request, response, status, text, {
    ...headers,
    ...(stream === undefined && { Connection: 'close' }),
  });
  // Without an error code: the answer is sent first (RFC 9113, 8.1).
  stream?.close();
}
