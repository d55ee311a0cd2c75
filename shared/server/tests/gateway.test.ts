import { expect, test, vi } from 'vitest';
import { haltReason } from '@space/store';
import { LIMITS, createLimits, waitInWords } from '../src/gateway/limits.ts';
import { createClientReader } from '../src/http/client.ts';

// Who a client is, and what a limit counts. Requests that the gateway refuses: attacks.test.ts. Its messages on a page:
// e2e/specs/signIn.spec.ts.

const PROXIES = 'loopback, 10.0.0.0/8';
test.each([
  ['', '127.0.0.1', '203.0.113.7', '127.0.0.1'],
  [PROXIES, '127.0.0.1', '203.0.113.7', '203.0.113.7'],
  [PROXIES, '::ffff:127.0.0.1', '192.0.2.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
  [PROXIES, '198.51.100.1', '203.0.113.7', '198.51.100.1'],
  // One household shares a /64 network.
  ['', '2001:db8:1:2:3:4:5:6', '', '2001:0db8:0001:0002::/64'],
  ['', '2001:DB8:1:2::9', '', '2001:0db8:0001:0002::/64'],
])('with TRUST_PROXY=%s a client at %s, forwarded for %s, is %s', (trusted, remoteAddress, from, address) => {
  const headers = from === '' ? {} : { 'x-forwarded-for': from };
  expect(createClientReader(trusted).addressOf({ socket: { remoteAddress }, headers })).toBe(address);
});

test.each([
  ['', false, 'http://a.lan'],
  ['loopback', true, 'https://space.example'],
])('with TRUST_PROXY=%s TLS and another origin, as a proxy says: %s, %s', (trusted, isEncrypted, origin) => {
  const headers = { host: 'a.lan', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'space.example' };
  const request = { socket: { remoteAddress: '127.0.0.1' }, headers };
  const client = createClientReader(trusted);
  expect(client.isEncrypted(request)).toBe(isEncrypted);
  const isFromSite = (from: string) =>
    client.isFromSite({ ...request, headers: { ...headers, origin: from } }, 'http://localhost');
  expect(['http://a.lan', 'https://space.example'].filter(isFromSite)).toEqual([origin]);
});

test('a limit resets after its period, does not count the attempts that it refuses, and says its wait in words', async () => {
  const all = [1, 59, 60, 61, 3540, 3541, 3600].map(waitInWords).join(', ');
  expect(all).toBe('1 second, 59 seconds, 1 minute, 2 minutes, 59 minutes, 1 hour, 1 hour');
  vi.useFakeTimers({ now: 0 });
  const { take, giveBack } = createLimits();
  const { points, seconds } = LIMITS['wrong-password'];
  const attempts = Array.from({ length: points + 500 }, () => take('wrong-password', 'anna'));
  expect((await Promise.all(attempts)).filter((wait) => wait === null)).toHaveLength(points);
  await giveBack('wrong-password', 'anna');
  const takeAgain = () => take('wrong-password', 'anna');
  expect([await takeAgain(), await takeAgain()]).toEqual([null, seconds]);
  await vi.advanceTimersByTimeAsync(seconds * 1000 + 1);
  expect(await takeAgain()).toBeNull();
  vi.useRealTimers();
  const { points: devices } = LIMITS['event-devices'];
  const canary = { failed: devices, devices };
  expect(haltReason({ canary, live: { failed: 0, devices: 1000 } }), 'of one address').toBeNull();
});
