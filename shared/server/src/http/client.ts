import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import { expandIPv6 } from 'hono/utils/ipaddr';
import proxyAddress from 'proxy-addr';
import { startError } from '../startError.ts';

/** The parts of Node's request that tell where it came from. */
export interface Origin {
  socket: { remoteAddress?: string | undefined };
  headers: IncomingHttpHeaders;
}

export type Client = ReturnType<typeof createClientReader>;

/** Trusts headers of forwarding only from TRUST_PROXY. Throws a StartError if that is invalid. */
export function createClientReader(trustProxy = '') {
  const trust = compile(trustProxy);
  const isFromProxy = ({ socket }: Origin) => trust(socket.remoteAddress ?? '', 0);
  const isEncrypted = (request: Origin): boolean =>
    request.headers['x-forwarded-proto'] === 'https' && isFromProxy(request);
  /** The origin to which the client has sent the request, perhaps through the trusted proxy. */
  function originOf(request: Origin): string {
    const forwarded = isFromProxy(request) ? request.headers['x-forwarded-host'] : undefined;
    const [host = ''] = String(forwarded ?? request.headers.host).split(',');
    return `${isEncrypted(request) ? 'https' : 'http'}://${host.trim()}`;
  }
  return {
    isEncrypted,
    /** An IPv4 address, or the /64 network of an IPv6 address, which one household shares. */
    addressOf: (request: Origin): string =>
      // It reads nothing else.
      networkOf(proxyAddress(request as Parameters<typeof proxyAddress>[0], trust) ?? ''),
    /** Whether a page of the site sent a request. Clients that are not browsers send neither header and pass. */
    isFromSite(request: Origin, siteUrl: string): boolean {
      const { 'sec-fetch-site': relation = 'same-origin', origin } = request.headers;
      if (relation !== 'same-origin') return false;
      return origin === undefined || origin === originOf(request) || ownOrigins(siteUrl).has(origin);
    },
  };
}

function compile(setting: string): ReturnType<typeof proxyAddress.compile> {
  try {
    return proxyAddress.compile(setting.split(',').flatMap((each) => each.trim() || []));
  } catch (error) {
    throw startError(
      `TRUST_PROXY must name addresses of proxies ("loopback", "10.0.0.0/8, 192.168.1.5"), not "${setting}".`,
      error,
    );
  }
}

function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/, '');
  if (!isIPv6(plain)) return plain.slice(0, 64);
  return `${expandIPv6(plain.toLowerCase()).slice(0, 'xxxx:xxxx:xxxx:xxxx'.length)}::/64`;
}

/** Whether only this machine can reach a host, with or without a port. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])(:\d+)?$/i.test(host);

/** Whether a program on this machine sent the request directly. A proxy sets a forwarding header or the site's Host. */
export const isFromThisMachine = ({ socket, headers }: Origin): boolean =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  isLoopback(headers.host ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined;

/** The site's origin; of a site on loopback, also those with the other loopback names. */
export function ownOrigins(siteUrl: string): ReadonlySet<string> {
  const { origin, protocol, host, port } = new URL(siteUrl);
  if (!isLoopback(host)) return new Set([origin]);
  const names = ['localhost', '127.0.0.1', '[::1]'];
  return new Set([origin, ...names.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)]);
}
