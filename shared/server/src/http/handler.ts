import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import type { Target } from './target.ts';

/** A request of HTTP/1.1 or of HTTP/2: what node's classes for the two have in common. `host` is there in both. */
export interface SiteRequest extends Readable {
  readonly httpVersionMajor: number;
  readonly aborted: boolean;
  readonly complete: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly socket: { remoteAddress?: string | undefined; encrypted?: boolean };
  method?: string | undefined;
  url?: string | undefined;
}

/** The answer to one. What concerns a connection (Connection, Keep-Alive) has no place in HTTP/2: see `refuse`. */
export interface SiteResponse extends Writable {
  /** Of HTTP/2. */
  readonly stream?: { close(): void; setTimeout(milliseconds: number): unknown; readonly destroyed: boolean };
  readonly headersSent: boolean;
  statusCode: number;
  setHeader(name: string, value: string | number | readonly string[]): unknown;
  writeHead(status: number, headers?: OutgoingHttpHeaders): this;
}

/** Answers a request; `target` is what it asks for, read once for all of the server. */
export type Handler = (request: SiteRequest, response: SiteResponse, target: Target) => void;

/** Within this time a request must have arrived, and its headers within the second. */
export const REQUEST_MILLISECONDS = 30_000;
export const HEADERS_MILLISECONDS = 10_000;
/**
 * A kept connection waits so long for its next request. Longer than proxies keep theirs (nginx 60 s, Caddy 120 s): who uses one in
 * the moment in which this server ends it loses the request.
 */
export const IDLE_MILLISECONDS = 120_000;
/** Bytes of headers in one request: a token is under a thousand. */
export const MOST_HEADERS = 16 * 1024;
/** Requests at once on one connection of HTTP/2. A page asks for about twenty. */
export const MOST_STREAMS = 100;

/** Whether the client disconnected before its request was read: there is no one to answer, and nothing is broken here. */
export function hasGoneAway(request: SiteRequest): boolean {
  // In HTTP/2 a request that was broken off counts as complete; in HTTP/1.1 `aborted` is not to be used any more.
  return request.httpVersionMajor >= 2 ? request.aborted : request.destroyed && !request.complete;
}

/** Whether an answer can no longer be sent: its connection or its stream is closed. */
export function isClosed(response: SiteResponse): boolean {
  return response.destroyed || response.stream?.destroyed === true;
}
