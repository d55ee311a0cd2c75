import { COMMON_HEADERS } from '@space/store';
import type { SiteRequest, SiteResponse } from './handler.ts';

/** The headers of a response that is not a page: nothing in it may run, be framed or load anything. */
export const RESPONSE_HEADERS = {
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
    ...RESPONSE_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** Sends a response that is created asynchronously. Never rejects: a failure becomes a 500. */
export async function respondAsync(
  request: SiteRequest,
  response: SiteResponse,
  create: () => Promise<{ status?: number; body: string; headers?: Record<string, string> }>,
): Promise<void> {
  try {
    const { status = 200, body, headers } = await create();
    respondText(request, response, status, body, headers);
  } catch {
    respondText(request, response, 500, 'Internal server error');
  }
}

/** Sends an error before the body is fully read: closes the connection of HTTP/1.1, or only the stream of HTTP/2. */
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
  // Without an error code, so that the response is sent first (RFC 9113, 8.1).
  stream?.close();
}
