import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** Whether a Host header is a loopback name or address. */
export function isLocalName(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/** Whether only this machine can reach a server that listens on a host. Takes a name or an address. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);
}

/** The site's own origin; for a site on a loopback address, also the origins with the other loopback names. */
export function ownOrigins(siteUrl: string): ReadonlySet<string> {
  const { origin, protocol, host, port } = new URL(siteUrl);
  if (!isLocalName(host)) return new Set([origin]);
  const names = ['localhost', '127.0.0.1', '[::1]'];
  return new Set([origin, ...names.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)]);
}

/** Checks Sec-Fetch-Site, which scripts cannot change, and Origin. Clients that are not browsers send neither and pass. */
export function isFromThisSite(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean {
  const relation = headers['sec-fetch-site'];
  const { origin } = headers;
  return (
    (relation === undefined || relation === 'same-origin') && (origin === undefined || origins.has(origin))
  );
}
