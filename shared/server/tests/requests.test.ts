import { expect, test } from 'vitest';
import { checkQuery, readTasks } from '../src/gateway/queries.ts';
import { createQueue } from '../src/gateway/queue.ts';
import { createAddressReader } from '../src/http/clientAddress.ts';
import { readTarget } from '../src/http/target.ts';

test.each([
  ['/', '127.0.0.1:4173'],
  ['/auth/v1/user', 'planner.example'],
  ['/a%20b?x=%2e%2e/%5c', '[::1]:4173'],
  ["/%E2%9C%93/~a-b_c.d!$&'()*+,;=:@", 'localhost'],
])('%s of %s is what it says', (url, host) => {
  const [path, query = ''] = url.split('?');
  expect(readTarget({ url, headers: { host } })).toEqual({ path, query });
});

test.each([
  ['/auth/v1/../../_system/config', 'localhost'],
  ['/rest/v1/%2e%2e/%2E./_system/introspect', 'localhost'],
  ['/auth/v1/..\\..\\_system/ping', 'localhost'],
  ['/rest/v1/tasks%2f..', 'localhost'],
  ['/a%5cb', 'localhost'],
  ['/a%0ab', 'localhost'],
  ['//evil.example/', 'localhost'],
  ['http://evil.example/', 'localhost'],
  ['/a#b', 'localhost'],
  ['*', 'localhost'],
  ['', 'localhost'],
  ['/rest/v1/tasks', 'x/_system/config?'],
  ['/', 'user@localhost'],
  ['/', 'localhost:port'],
  ['/', ''],
])('%s of %s is refused', (url, host) => {
  expect(readTarget({ url, headers: { host } })).toBeNull();
});

const from = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});

test('a header says an address only where a trusted proxy wrote it', () => {
  const trustsNone = createAddressReader();
  const believesProxy = createAddressReader('loopback, 10.0.0.0/8');
  expect(trustsNone(from('127.0.0.1', '203.0.113.7'))).toBe('127.0.0.1');
  expect(believesProxy(from('127.0.0.1', '203.0.113.7'))).toBe('203.0.113.7');
  expect(believesProxy(from('::ffff:127.0.0.1', '192.0.2.1, 203.0.113.7, 10.1.2.3'))).toBe('203.0.113.7');
  expect(believesProxy(from('198.51.100.1', '203.0.113.7'))).toBe('198.51.100.1');
});

test('an IPv6 address counts for the network that one household is given', () => {
  const read = createAddressReader();
  expect(read(from('2001:db8:1:2:3:4:5:6'))).toBe('2001:db8:1:2::/64');
  expect(read(from('2001:db8:1:2::9'))).toBe('2001:db8:1:2::/64');
  expect(read(from('::1'))).toBe('0:0:0:0::/64');
});

test.each([
  ['select=*&task_date=gte.2026-11-16&task_date=lte.2026-11-22&order=created_at.asc%2Cid.asc', true],
  ['select=id,title', true],
  ['select=id,id', false],
  ['select=a:title,b:title', false],
  ['select=*,profiles(*)', false],
  ['select=title::text', false],
  ['select=*&title=match.(.{1,255}){1,20}x', false],
  ['select=*&task_date=gte.2026-11-16&task_date=lte.1&order=id.desc', false],
  ['select=*&or=(id.gt.0)', false],
  ['select=*&limit=5', false],
  ['', false],
  ['__proto__=x&select=*', false],
])('tasks may be asked for with %s: %s', (query, isAllowed) => {
  expect(checkQuery(readTasks, query) !== null).toBe(isAllowed);
});

test('a queue does nothing for a client that has left, and turns away what is too much', async () => {
  const queue = createQueue({ running: 1, waiting: 3, waitingEach: 1 });
  let finish = () => {};
  const first = queue(
    'a',
    () => false,
    () => new Promise<string>((resolve) => (finish = () => resolve('done'))),
  );
  await Promise.resolve();
  const left = queue(
    'a',
    () => true,
    () => Promise.resolve('never'),
  );
  const tooMuch = queue(
    'a',
    () => false,
    () => Promise.resolve('never'),
  );
  const other = queue(
    'b',
    () => false,
    () => Promise.resolve('done too'),
  );
  expect(await tooMuch).toBe('busy');
  finish();
  expect(await Promise.all([first, left, other])).toEqual(['done', 'gone', 'done too']);
});
