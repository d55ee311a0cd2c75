import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** Whether a Host header names this machine by a name or address that every machine has for itself. */
export function isLocalName(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/** Whether a server that listens there is within reach of this machine alone. Takes a name or an address. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);
}

/** A site's own origin, and those of the other names of this machine where it is on this machine. */
export function ownOrigins(siteUrl: string): ReadonlySet<string> {
  const { origin, protocol, host, port } = new URL(siteUrl);
  if (!isLocalName(host)) return new Set([origin]);
  const names = ['localhost', '127.0.0.1', '[::1]'];
  return new Set([origin, ...names.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)]);
}

/** By Sec-Fetch-Site, which no script can change, and by Origin. What is no browser says neither. */
export function isFromThisSite(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean {
  const relation = headers['sec-fetch-site'];
  const { origin } = headers;
  return (
    (relation === undefined || relation === 'same-origin') && (origin === undefined || origins.has(origin))
  );
}
