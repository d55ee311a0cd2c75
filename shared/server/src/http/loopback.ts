import type { IncomingHttpHeaders } from 'node:http';

/** The part of a request that says where it comes from. */
export interface Origin {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * True when the person asking sits at this machine. The socket's address alone would be fooled by a site
 * that points its own name at 127.0.0.1 (DNS rebinding), the Host header alone by anybody; and behind a
 * reverse proxy everybody looks local.
 */
export function isFromThisMachine(request: Origin): boolean {
  return (
    LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(request.headers.host ?? '') &&
    FORWARDED.every((name) => request.headers[name] === undefined)
  );
}
