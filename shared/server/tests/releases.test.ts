import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEvents } from '../src/events.ts';
import { startHostedSite } from '../src/server.ts';
import { commandOf, fieldsOf } from '../src/releases/releases.ts';
import { openTokens, tokenCommand } from '../src/releases/tokens.ts';
import { startTestServer, type TestServer } from '../src/testing/server.ts';
import { CANARY, folderForAll, LIVE, makeCanaryStore, put } from './support/place.ts';
import { send } from './support/send.ts';

// Releases over HTTP: the tokens of teams, the events of browsers, the canary that halts, and the operator's state. Refusals:
// attacks.test.ts. The gate, tokens and each command: shared/release/tests/network.test.ts. What counts as failing:
// shared/store. In a browser: e2e/specs/canary.spec.ts and operate.spec.ts.

const TOKEN = { remote: 'retro', name: 'CI', scope: 'all', by: 'Olga', days: 90 } as const;
const VERSION = '0.1.0-0123456789ab';

const at = folderForAll();
let store: Awaited<ReturnType<typeof makeCanaryStore>>;
let running: object;
let server: TestServer;
beforeAll(async () => {
  store = await makeCanaryStore(at('store'));
  running = store.pointer();
  store.setPointer({ staged: [{ version: VERSION, since: '2026-01-01T00:00:00.000Z' }] });
  mkdirSync(at('server/uploads/retro-left-over'), { recursive: true });
  const options = { siteDir: store.folder, dataDir: at('server'), operateToken: 'x'.repeat(24) };
  server = await startTestServer({ ...options, trustProxy: 'loopback' });
});
beforeEach(() => store.setPointer(running));
afterAll(() => server.close());

test('a server removes what was staged too long ago, and at its start the uploads that a killed one left', async () => {
  expect(existsSync(at('server/uploads/retro-left-over'))).toBe(false);
  const pointer = () => readFileSync(at('store/remotes/retro/pointer.json'), 'utf8');
  await expect.poll(pointer).not.toContain(VERSION);
});

test('a token is valid until it expires or is withdrawn', () => {
  const tokens = openTokens(at('one'));
  const made = new Date(Date.UTC(2026, 10, 25, 12));
  const { text, token: stored } = tokens.make(TOKEN, made);
  const after = (days: number) => new Date(made.getTime() + days * 86_400_000);
  const isGood = (days: number) => tokens.check(text, 'retro', after(days)) !== null;
  expect([isGood(0), isGood(89.9), isGood(90)]).toEqual([true, true, false]);
  tokens.withdraw(stored.id, after(1));
  expect(isGood(1)).toBe(false);
});

test.each([
  ['retro planner', 'Usage:'],
  ['../retro', "'../retro' is not the name of a remote."],
  ['shell', 'the shell is released only on the machine of its store'],
  ['retro --only all', 'limited to canary or stage'],
  ['retro --days 1e3', '1 to 365 days'],
  ['retro --name a\u001bb', 'give one of at most 60 characters'],
  ['withdraw ../../secrets', 'There is no token ../../secrets'],
])('no token is created by the arguments %j', (words, sentence) => {
  const folders = { dataDir: at('none'), siteDir: store.folder };
  const args = words.split(' ').filter((word) => word !== '');
  expect(() => tokenCommand(args, folders, 'Olga')).toThrow(sentence);
  expect(existsSync(at('none'))).toBe(false);
});

const NOTE = { version: VERSION, message: ' it flickers ' };
test.each<[method: 'POST' | 'PUT', action: string, fields: unknown, command: string]>([
  ['POST', 'rollback', NOTE, `rollback --message=it flickers -- ${VERSION}`],
  ['POST', 'rollback', { version: '--actor=me' }, '400'],
  ['POST', 'promote', { message: 'x'.repeat(301) }, '400'],
  ['POST', 'kill', { reason: '--store=/tmp' }, 'kill -- --store=/tmp'],
  ['POST', 'kill', { reason: ' ' }, '400'],
  ['POST', 'canary', { percent: 12.5 }, 'canary --same -- 12.5%'],
  ['PUT', '', fieldsOf('message=a%20--faster'), 'release --message=a --faster'],
  ['PUT', '', fieldsOf('canary=1&canary=2'), '400'],
  ['PUT', '', fieldsOf('stage=true&canary=10'), '400'],
])('%s %s with %j is %j: nothing that was sent becomes an option', (method, action, fields, expected) => {
  const found = commandOf(method, action, fields);
  if (typeof found === 'number') return expect(`${found}`).toBe(expected);
  const args = found.args.length > 0 ? ['--', ...found.args] : [];
  return expect([found.command, ...found.options, ...args].join(' ')).toBe(expected);
});

test('responds with the output of a command, as text or JSON, from this machine or over TLS', async () => {
  const { text } = openTokens(at('server')).make(TOKEN);
  const ask = (path: string, more = {}) =>
    send(server.origin, { path, headers: { Authorization: `Bearer ${text}`, ...more } });
  const listed = { command: 'releases', ok: true, name: 'retro' };
  expect(JSON.parse((await ask('/_releases/retro')).body)).toMatchObject(listed);
  const { body } = await ask('/_releases/retro', { accept: 'text/plain' });
  expect(body).toContain('retro: canary 0.1.0-bbbbbbbbbbbb on 20 %');
  const overTls = { Host: 'planner.example', 'x-forwarded-proto': 'https' };
  expect((await ask('/_releases/retro/token', overTls)).status).toBe(200);
});

test('the state shows a broken pointer beside the rest, as the move says that it makes impossible', async () => {
  const trouble = expect.stringContaining('pointer.json cannot be read') as string;
  put(store.folder, 'remotes/clock/pointer.json', '{ "live":');
  const state = await fetch(`${server.operatorOrigin}/_operate/state`);
  const remotes = [{ name: 'shell', trouble: null }, { name: 'clock', trouble }, { name: 'retro' }];
  expect(await state.json()).toMatchObject({ remotes });
  const body = JSON.stringify({ move: 'kill', name: 'clock', reason: 'It runs backwards.' });
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const move = await fetch(`${server.operatorOrigin}/_operate/moves`, sent);
  expect(await move.json()).toEqual({ isDone: false, lines: [trouble] });
  rmSync(at('store/remotes/clock'), { recursive: true });
  const headers = { 'x-forwarded-proto': 'https', authorization: `Bearer ${'x'.repeat(24)}` };
  expect((await fetch(`${server.origin}/_operate/state`, { headers })).status).toBe(200);
});

const LOADED = { id: 'retro', version: LIVE, outcome: 'loaded', cause: 'none', milliseconds: 120 };
const post = (changes: object, headers = {}, { origin }: { origin: string } = server) =>
  send(origin, {
    ...{ method: 'POST', path: '/_events', body: JSON.stringify({ ...LOADED, bucket: 4, ...changes }) },
    headers: { 'Content-Type': 'text/plain;charset=UTF-8', 'X-Forwarded-For': '203.0.113.1', ...headers },
  });

test('events are accepted as text or JSON, kept without anything about their sender, and listed the newest first', async () => {
  const page = await send(server.origin, { path: '/retro', headers: { Accept: 'text/html' } });
  expect(page.body).toContain('<meta name="events-url" content="/_events" />');
  const sender = { 'User-Agent': 'Telltale/1.0', Cookie: 'who=anna' };
  expect(await post({ bucket: 1 }, sender)).toMatchObject({ status: 204, body: '' });
  await post({ bucket: 2 }, { 'Content-Type': 'application/json', ...sender });
  const kept = [2, 1].map((bucket) => ({ at: expect.any(String) as string, ...LOADED, bucket }));
  expect(await (await fetch(`${server.operatorOrigin}/events.json`)).json()).toEqual(kept);
});

test('failures halt a canary with the reason as soon as the store can be written; what prevents it is said once', async () => {
  const output: string[] = [];
  const events = createEvents({ store: store.folder, log: (line) => output.push(line) });
  let bucket = 0;
  const fail = async (count: number) => {
    for (const end = bucket + count; bucket < end; bucket += 1) {
      const failure = { version: CANARY, outcome: 'fell-back', cause: 'init', bucket } as const;
      events.add({ ...LOADED, ...failure, at: new Date().toISOString() });
      await events.settled();
    }
  };
  // The lock cannot be taken, as in another user's folder. This also works if a superuser runs the test.
  rmSync(at('store/.lock'), { force: true });
  mkdirSync(at('store/.lock'));
  await fail(12);
  const locked = /fails, but cannot be halted: .* End it with "npm run store -- rollback retro"\./;
  expect(output).toEqual([expect.stringMatching(locked)]);
  rmSync(at('store/.lock'), { recursive: true });
  await fail(1);
  expect(store.pointer()).toMatchObject({
    ...{ canary: null, live: { version: LIVE }, halted: { version: CANARY } },
  });
  expect(store.offersCanary()).toBe(false);
  expect(output.slice(1)).toEqual([
    expect.stringMatching(/^The canary .* of retro halted: it failed on \d+ of \d+ devices/),
  ]);
});

test('failures that pages report halt a canary also with a hosted project', async () => {
  const output: string[] = [];
  const site = await startHostedSite({
    ...{ siteDir: store.folder, dataDir: at('hosted'), trustProxy: 'loopback' },
    supabase: { url: server.origin, publishableKey: server.publishableKey },
    log: (line) => output.push(line),
  });
  for (let bucket = 0; bucket < 12; bucket += 1) {
    const failure = { version: CANARY, outcome: 'fell-back', cause: 'init', bucket };
    await post(failure, { 'X-Forwarded-For': `203.0.113.${bucket}` }, site);
  }
  await expect.poll(() => store.pointer().halted?.version, { timeout: 30_000 }).toBe(CANARY);
  await expect.poll(() => store.offersCanary(), { timeout: 30_000 }).toBe(false);
  await site.close();
  expect(store.pointer()).toMatchObject({ canary: null, live: { version: LIVE } });
  expect(output).toEqual([expect.stringMatching(/^The canary 0\.1\.0-b+ of retro halted: it failed on/)]);
});
