import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEventMemory } from '../src/events/events.ts';
import { createJudge } from '../src/events/judge.ts';
import { startHostedSite } from '../src/index.ts';
import { startTestServer, type TestServer } from '../src/testing.ts';
import { send as sendRaw } from './support/rawHttp.ts';
import { CANARY, LIVE, makeCanaryStore, type CanaryStore } from './support/canaryStore.ts';

// Events that browsers send, and what follows from them. Refused ones, and an address that reports for many:
// attacks.test.ts. What counts as failing: shared/store. In a browser: e2e/specs/canary.spec.ts.

const event = (bucket: number, changes: object = {}) => ({
  ...{ id: 'retro', version: LIVE, outcome: 'loaded', cause: 'none', milliseconds: 120 },
  ...{ bucket, ...changes },
});

let store: CanaryStore;
let output: string[];
beforeEach(async () => {
  store = await makeCanaryStore();
  output = [];
});
afterEach(() => store.remove());

let server: TestServer;
let served: CanaryStore;
beforeAll(async () => {
  served = await makeCanaryStore();
  server = await startTestServer({ siteDir: served.folder, trustProxy: 'loopback' });
});
afterAll(async () => {
  await server.close();
  served.remove();
});

const post = (
  sent: object,
  headers: Record<string, string> = {},
  { origin }: Pick<TestServer, 'origin'> = server,
  method = 'POST',
) =>
  sendRaw(origin, {
    method,
    path: '/_events',
    headers: { 'Content-Type': 'text/plain;charset=UTF-8', 'X-Forwarded-For': '203.0.113.1', ...headers },
    body: JSON.stringify(sent),
  });

test('are accepted as text or JSON, kept without anything about their sender, and listed the newest first', async () => {
  const page = await sendRaw(server.origin, { path: '/retro', headers: { Accept: 'text/html' } });
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
  const site = await startHostedSite({
    ...{ siteDir: store.folder, dataDir: join(store.folder, '.data'), trustProxy: 'loopback' },
    supabase: { url: server.origin, publishableKey: server.publishableKey },
  });
  for (let device = 0; device < 10; device += 1) {
    const failure = event(device, { version: CANARY, outcome: 'fell-back', cause: 'init' });
    expect((await post(failure, { 'X-Forwarded-For': `203.0.113.${device}` }, site)).status).toBe(204);
  }
  await expect.poll(() => store.pointer().halted?.version, { timeout: 30_000 }).toBe(CANARY);
  await expect.poll(() => store.offersCanary(), { timeout: 30_000 }).toBe(false);
  await site.close();
});

function start() {
  const events = createEventMemory();
  const judge = createJudge({ store: store.folder, events, log: (line) => output.push(line) });
  type Outcome = 'loaded' | 'fell-back' | 'failed';
  /** Sends the outcome of a version from `count` devices. `first` is the bucket of the first one. */
  return async (version: string, outcome: Outcome, count: number, first: number) => {
    const cause = outcome === 'loaded' ? 'none' : 'render';
    for (let index = 0; index < count; index += 1) {
      const [at, bucket] = [new Date().toISOString(), first + index / 100];
      events.add({ at, id: 'retro', version, outcome, cause, milliseconds: 100, bucket });
      judge.consider('retro');
    }
    await judge.settled();
  };
}

test('a canary that fails on most devices is halted with the reason, and no page offers it', async () => {
  const report = start();
  expect(store.offersCanary()).toBe(true);
  await report(LIVE, 'loaded', 90, 30);
  await report(CANARY, 'loaded', 6, 1);
  await report(CANARY, 'fell-back', 4, 1);
  expect(store.pointer().canary).not.toBeNull();
  await report(CANARY, 'fell-back', 1, 2);
  const reason = 'failed on 5 of 7 devices, the live version on 0 of 90 devices';
  const halted = { version: CANARY, reason };
  expect(store.pointer()).toMatchObject({ canary: null, live: { version: LIVE }, halted });
  expect(store.offersCanary()).toBe(false);
  expect(output).toEqual([`The canary ${CANARY} of retro halted: it ${reason}.`]);
});

test('a pointer that cannot be written, or read, is reported once; the canary halts as soon as it can be', async () => {
  const report = start();
  // The lock cannot be taken, as in another user's folder. This also works if a superuser runs the test.
  const lock = join(store.folder, 'remotes/retro/.lock');
  mkdirSync(lock);
  await report(CANARY, 'fell-back', 14, 1);
  await report(CANARY, 'fell-back', 2, 2);
  expect(store.pointer().canary).not.toBeNull();
  rmSync(lock, { recursive: true });
  const good = store.pointer();
  store.setPointer({ canary: 'yes' as never });
  await report(CANARY, 'fell-back', 3, 3);
  expect(output).toEqual([
    expect.stringMatching(
      /^The canary 0\.1\.0-b+ of retro fails, but cannot be halted: .* End it with "npm run store -- rollback retro"\./,
    ),
    expect.stringContaining('pointer.json cannot be read'),
  ]);
  store.setPointer(good);
  await report(CANARY, 'fell-back', 1, 4);
  expect(store.pointer().halted?.version).toBe(CANARY);
});
