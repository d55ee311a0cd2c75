import { expect, test } from 'vitest';
import { createQueue } from '../src/gateway/queue.ts';
import { createAddressReader } from '../src/http/clientAddress.ts';
import { readTarget } from '../src/http/target.ts';

// Paths, names and queries that are refused: attacks.test.ts.

test.each([
  ['/', '127.0.0.1:4173'],
  ['/auth/v1/user', 'planner.example'],
  ['/a%20b?x=%2e%2e/%5c', '[::1]:4173'],
  ["/%E2%9C%93/~a-b_c.d!$&'()*+,;=:@", 'localhost'],
])('accepts the target %s on the host %s unchanged', (url, host) => {
  const [path, query = ''] = url.split('?');
  expect(readTarget({ url, headers: { host } })).toEqual({ path, query });
});

const from = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});

test('a client address in a header counts only if a trusted proxy wrote it', () => {
  const trustNoProxy = createAddressReader();
  const trustProxies = createAddressReader('loopback, 10.0.0.0/8');
  expect(trustNoProxy(from('127.0.0.1', '203.0.113.7'))).toBe('127.0.0.1');
  expect(trustProxies(from('127.0.0.1', '203.0.113.7'))).toBe('203.0.113.7');
  expect(trustProxies(from('::ffff:127.0.0.1', '192.0.2.1, 203.0.113.7, 10.1.2.3'))).toBe('203.0.113.7');
  expect(trustProxies(from('198.51.100.1', '203.0.113.7'))).toBe('198.51.100.1');
});

test('an IPv6 address is counted by its /64 network, which one household shares', () => {
  const read = createAddressReader();
  expect(read(from('2001:db8:1:2:3:4:5:6'))).toBe('2001:db8:1:2::/64');
  expect(read(from('2001:db8:1:2::9'))).toBe('2001:db8:1:2::/64');
  expect(read(from('::1'))).toBe('0:0:0:0::/64');
});

test('a queue skips a client that has disconnected, and rejects requests beyond its limit', async () => {
  const { enqueue, waiting } = createQueue({ running: 1, waiting: 3, waitingEach: 1 });
  const [here, left] = [() => false, () => true];
  const { promise: done, resolve: finish } = Promise.withResolvers<string>();
  const first = enqueue('a', here, () => done);
  await Promise.resolve();
  const gone = enqueue('a', left, () => Promise.resolve('never'));
  const tooMuch = enqueue('a', here, () => Promise.resolve('never'));
  const other = enqueue('b', here, () => Promise.resolve('done too'));
  expect(await tooMuch).toBe('busy');
  expect(waiting()).toBe(2);
  finish('done');
  expect(await Promise.all([first, gone, other])).toEqual(['done', 'gone', 'done too']);
});
