import { isIPv4, isIPv6 } from 'node:net';
import proxyAddress from 'proxy-addr';
import { startError } from '../startError.ts';
import type { SiteRequest } from './handler.ts';

export type ReadAddress = (request: Pick<SiteRequest, 'socket' | 'headers'>) => string;

/**
 * Returns a function that reads a client's address: IPv4, or the /64 network of an IPv6 address, which one household shares.
 * X-Forwarded-For is trusted only from the proxies in TRUST_PROXY. Throws a StartError if that setting is invalid.
 */
export function createAddressReader(trustProxy = ''): ReadAddress {
  const trust = compile(splitList(trustProxy), trustProxy);
  return (request) => {
    // Requests of HTTP/1.1 and HTTP/2 both have what proxy-addr reads: the socket's address and the headers.
    const found = proxyAddress(request as Parameters<typeof proxyAddress>[0], trust);
    return networkOf(found ?? '');
  };
}

/** Returns a function that tells whether a request came over TLS: to this server, or to a trusted proxy that says so. */
export function createEncryptionReader(
  trustProxy = '',
): (request: Pick<SiteRequest, 'socket' | 'headers'>) => boolean {
  const trust = compile(splitList(trustProxy), trustProxy);
  return ({ socket, headers }) =>
    socket.encrypted === true ||
    (headers['x-forwarded-proto'] === 'https' && trust(socket.remoteAddress ?? '', 0));
}

/**
 * Returns a function that reads the origin to which a client has sent a request: of this server, or of the trusted proxy in
 * front of it, whose X-Forwarded-Proto and X-Forwarded-Host say so.
 */
export function createOriginReader(
  trustProxy = '',
): (request: Pick<SiteRequest, 'socket' | 'headers'>) => string {
  const trust = compile(splitList(trustProxy), trustProxy);
  const isEncrypted = createEncryptionReader(trustProxy);
  return (request) => {
    const { socket, headers } = request;
    const forwarded = trust(socket.remoteAddress ?? '', 0) ? headers['x-forwarded-host'] : undefined;
    const [host = ''] = String(forwarded ?? headers.host).split(',');
    return `${isEncrypted(request) ? 'https' : 'http'}://${host.trim()}`;
  };
}

const splitList = (setting: string) => setting.split(',').flatMap((each) => each.trim() || []);

function compile(trusted: string[], setting: string): ReturnType<typeof proxyAddress.compile> {
  try {
    return proxyAddress.compile(trusted);
  } catch (error) {
    throw startError(
      `TRUST_PROXY must name addresses of proxies ("loopback", "10.0.0.0/8, 192.168.1.5"), not "${setting}".`,
      error,
    );
  }
}

function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return plain.slice(0, 64);
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - after.length }, () => '0');
  const network = [...groups, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}
