import { describe, expect, test, vi } from 'vitest';
import { LIMITS, createLimits, createQueue, waitInWords } from '../src/gateway/limits.ts';
import { createClientReader } from '../src/http/client.ts';
import { isCanonical } from '../src/http/listen.ts';

// The parts of the gateway by themselves. Requests that it refuses: attacks.test.ts. Its messages on a page:
// e2e/specs/auth.spec.ts.

test('what pages ask for is canonical', () => {
  for (const url of ['/', '/auth/v1/user', '/a%20b?x=%2e%2e/%5c', "/%E2%9C%93/~a-b_c.d!$&'()*+,;=:@"])
    for (const host of ['127.0.0.1:4173', 'planner.example', '[::1]:4173', 'localhost'])
      expect(isCanonical({ url, headers: { host } })).toBe(true);
});

describe('a client', () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) => ({
    socket: { remoteAddress },
    headers,
  });
  const behind = (forwarded: string) => ({ 'x-forwarded-for': forwarded });

  test.each([
    ['', '127.0.0.1', behind('203.0.113.7'), '127.0.0.1'],
    ['loopback, 10.0.0.0/8', '127.0.0.1', behind('203.0.113.7'), '203.0.113.7'],
    ['loopback, 10.0.0.0/8', '::ffff:127.0.0.1', behind('192.0.2.1, 203.0.113.7, 10.1.2.3'), '203.0.113.7'],
    ['loopback, 10.0.0.0/8', '198.51.100.1', behind('203.0.113.7'), '198.51.100.1'],
    // One household shares a /64 network.
    ['', '2001:db8:1:2:3:4:5:6', {}, '2001:db8:1:2::/64'],
    ['', '2001:db8:1:2::9', {}, '2001:db8:1:2::/64'],
    ['', '::1', {}, '0:0:0:0::/64'],
  ])('with TRUST_PROXY=%s at %s, sending %o, has the address %s', (trusted, remote, headers, address) => {
    expect(createClientReader(trusted).addressOf(from(remote, headers))).toBe(address);
  });

  test('uses TLS, and another origin, only if a trusted proxy says so', () => {
    const headers = { host: 'a.lan', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'space.example' };
    const read = (trusted: string) => {
      const { isEncrypted, originOf } = createClientReader(trusted);
      const request = from('127.0.0.1', headers);
      return [isEncrypted(request), originOf(request)];
    };
    expect(read('')).toEqual([false, 'http://a.lan']);
    expect(read('loopback')).toEqual([true, 'https://space.example']);
  });
});

test('a queue skips a client that has disconnected, and rejects requests beyond its limit', async () => {
  const { enqueue } = createQueue({ running: 1, waiting: 3, waitingEach: 1 });
  const [here, left] = [() => false, () => true];
  const { promise: done, resolve: finish } = Promise.withResolvers<string>();
  const first = enqueue('a', here, () => done);
  await Promise.resolve();
  const gone = enqueue('a', left, () => Promise.resolve('never'));
  const tooMuch = enqueue('a', here, () => Promise.resolve('never'));
  const other = enqueue('b', here, () => Promise.resolve('done too'));
  expect(await tooMuch).toBe('busy');
  finish('done');
  expect(await Promise.all([first, gone, other])).toEqual(['done', 'gone', 'done too']);
});

test('a wait is said in words', () => {
  const all = [1, 59, 60, 61, 3540, 3541, 3600].map(waitInWords).join(', ');
  expect(all).toBe('1 second, 59 seconds, 1 minute, 2 minutes, 59 minutes, 1 hour, 1 hour');
});

test('a limit resets after its period, and does not count the attempts that it refuses', async () => {
  vi.useFakeTimers({ now: 0 });
  const limits = createLimits();
  const { points, seconds } = LIMITS['wrong-password'];
  const take = () => limits.take('wrong-password', 'anna');
  for (let time = 0; time < points; time += 1) expect(await take()).toBeNull();
  expect(await take()).toBe(seconds);
  await Promise.all(Array.from({ length: 500 }, take));
  await limits.giveBack('wrong-password', 'anna');
  expect([await take(), await take()]).toEqual([null, seconds]);
  await vi.advanceTimersByTimeAsync((seconds - 1) * 1000);
  expect([await take(), await limits.take('wrong-password', 'bert')]).toEqual([1, null]);
  await vi.advanceTimersByTimeAsync(1001);
  expect(await take()).toBeNull();
  vi.useRealTimers();
});
