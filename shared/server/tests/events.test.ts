import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHostedSite } from '../src/index.ts';
import { startTestServer, type TestServer } from '../src/testing.ts';
import { openHttp1 } from './support/rawHttp.ts';
import { CANARY, LIVE, makeCanaryStore, type CanaryStore } from './support/canaryStore.ts';

const event = (bucket: number, changes: object = {}) => ({
  id: 'retro',
  version: LIVE,
  outcome: 'loaded',
  cause: 'none',
  milliseconds: 120,
  bucket,
  ...changes,
});
const text = { 'Content-Type': 'text/plain;charset=UTF-8' };

let store: CanaryStore;
let server: TestServer;
beforeAll(async () => {
  store = await makeCanaryStore();
  server = await startTestServer({ siteDir: store.folder, trustProxy: 'loopback' });
});
afterAll(async () => {
  await server.close();
  store.remove();
});

/** Sends an event from a given client address, so that tests do not use up each other's rate limit. */
const post = (body: string, headers: Record<string, string> = {}, from = '203.0.113.1') =>
  openHttp1(server.origin).send({
    method: 'POST',
    path: '/_events',
    headers: { ...text, 'X-Forwarded-For': from, ...headers },
    body,
  });
const page = (origin: string) => openHttp1(origin).send({ path: '/retro', headers: { Accept: 'text/html' } });
const list = async () =>
  (await (await fetch(`${server.operatorOrigin}/events.json`)).json()) as { bucket: number }[];

test('accepts an event as text or JSON, and lists the newest first', async () => {
  for (const [bucket, type] of [
    [1, 'text/plain;charset=UTF-8'],
    [2, 'application/json'],
  ] as const) {
    const response = await post(JSON.stringify(event(bucket)), { 'Content-Type': type });
    expect({ status: response.status, body: response.body }).toEqual({ status: 204, body: '' });
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  }
  expect((await list()).slice(0, 2)).toEqual([
    { at: expect.any(String), ...event(2) },
    { at: expect.any(String), ...event(1) },
  ]);
});

const newest = (): unknown =>
  JSON.parse(readFileSync(join(server.dataDir, 'events.ndjson'), 'utf8').trim().split('\n').at(-1) ?? '');

test.each<[string, Record<string, string>, number]>([
  ['the address of the local network', { Host: '192.168.1.5:4173', Origin: 'http://192.168.1.5:4173' }, 204],
  ['a name of the local network', { Host: 'planner.lan', Origin: 'http://planner.lan' }, 204],
  ['an IPv6 address', { Host: '[fd00::5]:4173', Origin: 'http://[fd00::5]:4173' }, 204],
  [
    'a proxy',
    {
      Host: '127.0.0.1:4173',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'space.example',
      Origin: 'https://space.example',
    },
    204,
  ],
  ['another port', { Host: '192.168.1.5:4173', Origin: 'http://192.168.1.5:8080' }, 403],
  ['another scheme', { Host: '192.168.1.5:4173', Origin: 'https://192.168.1.5:4173' }, 403],
  ['another site', { Host: '192.168.1.5:4173', Origin: 'http://evil.example' }, 403],
  ['a page without an origin', { Host: '192.168.1.5:4173', Origin: 'null' }, 403],
  [
    'another site, as the browser says',
    { Host: 'a.lan', Origin: 'http://a.lan', 'Sec-Fetch-Site': 'cross-site' },
    403,
  ],
])(
  'accepts events from the origin that the request is sent to, and from no other: %s',
  async (_, headers, status) => {
    expect((await post(JSON.stringify(event(4)), headers, '203.0.113.9')).status).toBe(status);
  },
);

test('does not believe a proxy that is not trusted', async () => {
  const own = await startTestServer({ siteDir: store.folder });
  const headers = { ...text, 'X-Forwarded-Host': 'evil.example', Origin: 'http://evil.example' };
  const sent = await openHttp1(own.origin).send({
    method: 'POST',
    path: '/_events',
    headers,
    body: JSON.stringify(event(5)),
  });
  expect(sent.status).toBe(403);
  await own.close();
});

test('stores events without any data about their sender', async () => {
  await post(JSON.stringify(event(3)), { 'User-Agent': 'Telltale/1.0', Cookie: 'who=anna' });
  expect(newest()).toEqual({ at: expect.any(String), ...event(3) });
});

test('refuses every method but POST', async () => {
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await openHttp1(server.origin).send({ path: '/_events', method });
    expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'POST' });
  }
});

test('pages contain the address to which they send events', async () => {
  expect((await page(server.origin)).body).toContain('<meta name="events-url" content="/_events" />');
});

test.each(['embedded', 'hosted'])('halts a canary after failure events from browsers: %s', async (kind) => {
  const ownStore = await makeCanaryStore();
  const supabase = { url: server.origin, publishableKey: server.publishableKey };
  const options = { siteDir: ownStore.folder, trustProxy: 'loopback' };
  const site = await (kind === 'hosted'
    ? startHostedSite({ ...options, dataDir: join(ownStore.folder, '.data'), supabase })
    : startTestServer(options));
  for (let device = 0; device < 10; device += 1) {
    const body = JSON.stringify(event(device, { version: CANARY, outcome: 'fell-back', cause: 'init' }));
    const headers = { ...text, 'X-Forwarded-For': `203.0.113.${100 + device}` };
    const sent = await openHttp1(site.origin).send({ method: 'POST', path: '/_events', headers, body });
    expect(sent.status).toBe(204);
  }
  await expect.poll(() => ownStore.pointer().halted?.version, { timeout: 30_000 }).toBe(CANARY);
  await expect.poll(() => ownStore.offersCanary(), { timeout: 30_000 }).toBe(false);
  await site.close();
  ownStore.remove();
});

test('one address reports for at most four devices about a version, however often each reports', async () => {
  const own = await startTestServer({ siteDir: store.folder, limits: true });
  const send = (bucket: number) =>
    openHttp1(own.origin).send({
      method: 'POST',
      path: '/_events',
      headers: text,
      body: JSON.stringify(event(bucket)),
    });
  for (const bucket of [1, 2, 1, 3, 4, 5, 6, 4]) expect((await send(bucket)).status).toBe(204);
  const stored = (await (await fetch(`${own.operatorOrigin}/events.json`)).json()) as { bucket: number }[];
  expect(stored.map(({ bucket }) => bucket)).toEqual([4, 4, 3, 1, 2, 1]);
  await own.close();
});
