import { isIPv4, isIPv6 } from 'node:net';
import proxyAddress from 'proxy-addr';
import { startError } from '../startError.ts';
import type { SiteRequest } from './handler.ts';

/** Says which address a request counts for. */
export type ReadAddress = (request: Pick<SiteRequest, 'socket' | 'headers'>) => string;

/**
 * Makes the reader of client addresses.
 *
 * Takes the setting TRUST_PROXY: addresses or subnets of proxies whose X-Forwarded-For is believed, separated by commas
 * ('loopback' for this machine); without one no header is believed. Throws a StartError for a setting that names none.
 *
 * The reader returns an IPv4 address, or the /64 network of an IPv6 address: that is what one household is given.
 */
export function createAddressReader(trustProxy = ''): ReadAddress {
  const trust = compile(listed(trustProxy), trustProxy);
  return (request) => {
    // Both kinds of request have what proxy-addr reads: the socket's address and the headers.
    const found = proxyAddress(request as Parameters<typeof proxyAddress>[0], trust);
    return networkOf(found ?? '');
  };
}

/**
 * Makes the check whether no one between can read a request: our own TLS, or that of a proxy that is believed (TRUST_PROXY)
 * and says so in X-Forwarded-Proto. What the client itself writes there is no proof.
 */
export function createEncryptionReader(
  trustProxy = '',
): (request: Pick<SiteRequest, 'socket' | 'headers'>) => boolean {
  const trust = compile(listed(trustProxy), trustProxy);
  return ({ socket, headers }) =>
    socket.encrypted === true ||
    (headers['x-forwarded-proto'] === 'https' && trust(socket.remoteAddress ?? '', 0));
}

const listed = (setting: string) => setting.split(',').flatMap((each) => each.trim() || []);

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
