import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHostedSite } from '../src/index.ts';
import { startTestServer, type TestServer } from '../src/testing.ts';
import { openHttp1 } from './support/rawHttp.ts';
import { CANARY, LIVE, makeCanaryStore, type CanaryStore } from './support/canaryStore.ts';

// Events that browsers send. Refused ones, and an address that reports for many: attacks.test.ts. What follows from them:
// canary.test.ts, and e2e/specs/canary.spec.ts.

const event = (bucket: number, changes: object = {}) => ({
  ...{ id: 'retro', version: LIVE, outcome: 'loaded', cause: 'none', milliseconds: 120 },
  ...{ bucket, ...changes },
});

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

const post = (
  sent: object,
  headers: Record<string, string> = {},
  { origin }: Pick<TestServer, 'origin'> = server,
  method = 'POST',
) =>
  openHttp1(origin).send({
    method,
    path: '/_events',
    headers: { 'Content-Type': 'text/plain;charset=UTF-8', 'X-Forwarded-For': '203.0.113.1', ...headers },
    body: JSON.stringify(sent),
  });

test('are accepted as text or JSON, kept without anything about their sender, and listed the newest first', async () => {
  const page = await openHttp1(server.origin).send({ path: '/retro', headers: { Accept: 'text/html' } });
  expect(page.body).toContain('<meta name="events-url" content="/_events" />');
  const sender = { 'User-Agent': 'Telltale/1.0', Cookie: 'who=anna' };
  expect(await post(event(1), sender)).toMatchObject({ status: 204, body: '' });
  const { status, headers } = await post(event(2), { 'Content-Type': 'application/json', ...sender });
  expect([status, headers['access-control-allow-origin']]).toEqual([204, undefined]);
  const [one, two] = [1, 2].map((bucket) => ({ at: expect.any(String) as string, ...event(bucket) }));
  expect(await (await fetch(`${server.operatorOrigin}/events.json`)).json()).toEqual([two, one]);
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS'])
    expect(await post({}, {}, server, method)).toMatchObject({ status: 405, headers: { allow: 'POST' } });
});

const HOST = '192.168.1.5:4173';
const FORWARDED = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'space.example' };
test.each<[string, number, Record<string, string>]>([
  ['an address of the local network', 204, { Host: HOST, Origin: `http://${HOST}` }],
  ['a name of the local network', 204, { Host: 'planner.lan', Origin: 'http://planner.lan' }],
  ['an IPv6 address', 204, { Host: '[fd00::5]:4173', Origin: 'http://[fd00::5]:4173' }],
  ['a trusted proxy', 204, { Host: '127.0.0.1:4173', ...FORWARDED, Origin: 'https://space.example' }],
  ['another port', 403, { Host: HOST, Origin: 'http://192.168.1.5:8080' }],
  ['another scheme', 403, { Host: HOST, Origin: `https://${HOST}` }],
  ['another site', 403, { Host: HOST, Origin: 'http://evil.example' }],
  ['a page without an origin', 403, { Host: HOST, Origin: 'null' }],
  [
    'another site, as the browser says',
    403,
    { Host: 'a', Origin: 'http://a', 'Sec-Fetch-Site': 'cross-site' },
  ],
])(
  'come from the origin that the request is sent to, and from no other: %s, %i',
  async (_, status, headers) => {
    expect((await post(event(4), headers)).status).toBe(status);
  },
);

test('of failures halt a canary also in front of a hosted project', async () => {
  const own = await makeCanaryStore();
  const site = await startHostedSite({
    ...{ siteDir: own.folder, dataDir: join(own.folder, '.data'), trustProxy: 'loopback' },
    supabase: { url: server.origin, publishableKey: server.publishableKey },
  });
  for (let device = 0; device < 10; device += 1) {
    const failure = event(device, { version: CANARY, outcome: 'fell-back', cause: 'init' });
    expect((await post(failure, { 'X-Forwarded-For': `203.0.113.${device}` }, site)).status).toBe(204);
  }
  await expect.poll(() => own.pointer().halted?.version, { timeout: 30_000 }).toBe(CANARY);
  await expect.poll(() => own.offersCanary(), { timeout: 30_000 }).toBe(false);
  await site.close();
  own.remove();
});
