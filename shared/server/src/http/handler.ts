import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import type { Target } from './target.ts';

/** A request of HTTP/1.1 or HTTP/2: what Node's two classes have in common. `headers.host` is set in both. */
export interface SiteRequest extends Readable {
  readonly httpVersionMajor: number;
  readonly aborted: boolean;
  readonly complete: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly socket: { remoteAddress?: string | undefined; encrypted?: boolean };
  method?: string | undefined;
  url?: string | undefined;
}

/** A response of HTTP/1.1 or HTTP/2. HTTP/2 allows no connection headers (Connection, Keep-Alive): see `refuse`. */
export interface SiteResponse extends Writable {
  /** Only in HTTP/2. */
  readonly stream?: { close(): void; setTimeout(milliseconds: number): unknown; readonly destroyed: boolean };
  readonly headersSent: boolean;
  statusCode: number;
  setHeader(name: string, value: string | number | readonly string[]): unknown;
  writeHead(status: number, headers?: OutgoingHttpHeaders): this;
}

/** Handles a request. `target` is its parsed path and query, which all parts of the server use. */
export type Handler = (request: SiteRequest, response: SiteResponse, target: Target) => void;

/** The timeouts for receiving a whole request, and for receiving its headers. */
export const REQUEST_MILLISECONDS = 30_000;
export const HEADERS_MILLISECONDS = 10_000;
/**
 * How long an idle connection stays open. Longer than proxies keep theirs open (nginx 60 s, Caddy 120 s): a proxy that
 * sends a request at the moment in which this server closes the connection loses it.
 */
export const IDLE_MILLISECONDS = 130_000;
/** The maximum size of a request's headers, in bytes. A token has less than a thousand. */
export const MAX_HEADER_BYTES = 16 * 1024;
/** Concurrent requests on one HTTP/2 connection. A page sends about twenty. */
export const MAX_STREAMS = 100;

/** Whether the client disconnected before its request was read: no response is needed, and it is not an error. */
export function hasGoneAway(request: SiteRequest): boolean {
  // In HTTP/2 an aborted request counts as complete; in HTTP/1.1 `aborted` is deprecated.
  return request.httpVersionMajor >= 2 ? request.aborted : request.destroyed && !request.complete;
}

/** Whether a response can no longer be sent because its connection or stream is closed. */
export function isClosed(response: SiteResponse): boolean {
  return response.destroyed || response.stream?.destroyed === true;
}
