import type { IncomingHttpHeaders } from 'node:http';

/** The part of a request that says where it comes from. */
export interface Origin {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether a Host header names this machine by a name or address that every machine has for itself. */
export function isLocalName(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/**
 * True when the person asking sits at this machine. The socket's address alone would be fooled by a site
 * that points its own name at 127.0.0.1 (DNS rebinding), the Host header alone by anybody; and behind a
 * reverse proxy everybody looks local.
 */
export function isFromThisMachine(request: Origin): boolean {
  return (
    LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '') &&
    isLocalName(request.headers.host ?? '') &&
    FORWARDED.every((name) => request.headers[name] === undefined)
  );
}

/**
 * The address that a request came from, for counting. A proxy on this machine speaks for somebody else, whom it adds at
 * the end of X-Forwarded-For; nobody else is believed.
 */
export function addressOf({ headers, socket: { remoteAddress = '' } }: Origin): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return LOOPBACK_ADDRESS.test(remoteAddress) && forwarded ? forwarded : remoteAddress;
}

/**
 * Whether a page of this very site sent a request, as far as a browser says it: by Sec-Fetch-Site, which no script can
 * change, or by Origin on plain HTTP, where browsers leave the other one out. What is no browser says neither.
 */
export function isFromThisSite({ headers }: Origin): boolean {
  const relation = headers['sec-fetch-site'];
  if (relation !== undefined) return relation === 'same-origin';
  return headers.origin === undefined || headers.origin.replace(/^https?:\/\//, '') === headers.host;
}
