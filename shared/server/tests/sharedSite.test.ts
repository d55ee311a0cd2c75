import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTokens } from '../src/releases/tokens.ts';
import { startTestServer, type TestServer } from '../src/testing.ts';
import { openHttp1 } from './support/rawHttp.ts';
import { CANARY, LIVE, makeCanaryStore, type CanaryStore } from './support/canaryStore.ts';
import { postgresForFile } from './support/postgresForFile.ts';

// What two servers with one database and one store must agree on, as if they ran on two machines (decision 049).

const { preparedDatabase } = postgresForFile();
let store: CanaryStore;
let one: TestServer;
let other: TestServer;
beforeAll(async () => {
  store = await makeCanaryStore();
  const options = {
    databaseUrl: await preparedDatabase(),
    siteDir: store.folder,
    siteUrl: 'http://127.0.0.1:5170',
    trustProxy: 'loopback',
    limits: true,
  };
  [one, other] = await Promise.all([startTestServer(options), startTestServer(options)]);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  store.remove();
});

test('sign-out and the limit of password guesses apply to both servers, and no address is stored in plain text', async () => {
  const anna = await one.signUp();
  const { data } = await anna.client.auth.getSession();
  const read = async ({ origin, publishableKey: apikey }: TestServer) => {
    const headers = { apikey, authorization: `Bearer ${data.session?.access_token}` };
    return (await fetch(`${origin}/rest/v1/tasks?select=id`, { headers })).status;
  };
  expect([await read(one), await read(other)]).toEqual([200, 200]);
  await anna.client.auth.signOut();
  expect([await read(one), await read(other)]).toEqual([401, 401]);

  const guess = async (server: TestServer) => {
    const credentials = { email: anna.email, password: 'Wr0ng-password' };
    return (await server.anonymous().auth.signInWithPassword(credentials)).error?.status;
  };
  const guesses: unknown[] = [];
  for (let time = 0; time < 6; time += 1) guesses.push(await guess(one), await guess(other));
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
  const tables = ['limits', 'known_addresses'].map((name) => one.query(`select * from better_space.${name}`));
  const stored = JSON.stringify(await Promise.all(tables));
  expect(stored).not.toContain(anna.email);
  expect(stored).not.toContain('127.0.0.1');
});

const post = async (server: TestServer, from: string, bucket: number, changes: object = {}) => {
  const event = { id: 'retro', version: LIVE, outcome: 'loaded', cause: 'none', milliseconds: 1, bucket };
  const { status } = await openHttp1(server.origin).send({
    method: 'POST',
    path: '/_events',
    headers: { 'Content-Type': 'text/plain', 'X-Forwarded-For': from },
    body: JSON.stringify({ ...event, ...changes }),
  });
  expect(status).toBe(204);
};
const countEvents = () => one.query('select count(*)::int as events from better_space.events');

test('one client address can report at most four devices to both servers together', async () => {
  for (let device = 0; device < 6; device += 1)
    await post(device % 2 === 0 ? one : other, '203.0.113.1', device);
  expect(await countEvents()).toEqual([{ events: 4 }]);
});

test('halts a canary by the failures reported to both servers, which are too few on each alone', async () => {
  for (let device = 0; device < 10; device += 1) {
    const failure = { version: CANARY, outcome: 'fell-back', cause: 'init' };
    await post(device % 2 === 0 ? one : other, `203.0.113.${100 + device}`, device, failure);
  }
  await expect.poll(() => store.pointer().halted?.version, { timeout: 30_000 }).toBe(CANARY);
  expect(await countEvents()).toEqual([{ events: 14 }]);
  const shown = await fetch(`${other.operatorOrigin}/events.json`);
  expect(await shown.json()).toHaveLength(14);
});

test('a token created on one server is valid on the other until it is withdrawn', async () => {
  const tokens = openTokens(one.dataDir, one.sharedQuery);
  const options = { remote: 'retro', name: 'CI', scope: 'all', by: 'Olga', days: 1 } as const;
  const { text, token } = await tokens.make(options);
  const tokenStatus = async () => {
    const headers = { authorization: `Bearer ${text}` };
    return (await fetch(`${other.origin}/_releases/retro/token`, { headers })).status;
  };
  expect(await tokenStatus()).toBe(200);
  await tokens.withdraw(token.id);
  expect(await tokenStatus()).toBe(401);
  expect(JSON.stringify(await one.query('select * from better_space.release_tokens'))).not.toContain(text);
});
