import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHostedSite, type SiteServer } from '../src/server.ts';
import { openTokens, tokenCommand } from '../src/releases/tokens.ts';
import { folderForAll } from '../src/testing/folders.ts';
import { CANARY, LIVE, makeCanaryStore } from './support/place.ts';
import { send } from './support/send.ts';

// Releases over HTTP: tokens of teams, events of browsers, the canary that halts. Refusals: attacks.test.ts. Each command:
// shared/release/tests/network.test.ts. What counts as failing: shared/store. In a browser: e2e/specs/operate.spec.ts.

const at = folderForAll();
let store: Awaited<ReturnType<typeof makeCanaryStore>>;
let server: SiteServer;
const output: string[] = [];
const supabase = { url: 'https://abc.supabase.co', publishableKey: 'sb_publishable_abc' };
beforeAll(async () => {
  store = await makeCanaryStore(at('store'));
  mkdirSync(at('server/uploads/retro-left-over'), { recursive: true });
  const options = { siteDir: at('store'), dataDir: at('server'), trustProxy: 'loopback' };
  server = await startHostedSite({ ...options, supabase, log: (line) => output.push(line) });
});
afterAll(() => server.close());

test('a server removes what was staged too long ago, before it ends, and at its start the uploads that a killed one left', async () => {
  expect(existsSync(at('server/uploads/retro-left-over'))).toBe(false);
  store.setPointer({ staged: [{ version: '0.1.0-0123456789ab', since: '2026-01-01T00:00:00.000Z' }] });
  const other = await startHostedSite({ siteDir: at('store'), dataDir: at('other'), supabase });
  await other.close();
  expect(store.pointer()).toMatchObject({ staged: [] });
});

test('a token is valid until it expires', () => {
  const tokens = openTokens(at('one'));
  const after = (days: number) => new Date(Date.UTC(2026, 10, 25, 12) + days * 86_400_000);
  const { text } = tokens.make({ remote: 'retro', name: 'CI', scope: 'all', by: 'Olga', days: 90 }, after(0));
  const isValid = (days: number) => tokens.check(text, 'retro', after(days)) !== null;
  expect([0, 89.9, 90].filter(isValid)).toEqual([0, 89.9]);
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
  const folders = { dataDir: at('none'), siteDir: at('store') };
  expect(() => tokenCommand(words.split(' '), folders, 'Olga')).toThrow(sentence);
  expect(existsSync(at('none'))).toBe(false);
});

const LOADED = { id: 'retro', version: LIVE, outcome: 'loaded', cause: 'none', milliseconds: 120 };
const post = (changes: object, headers = {}) =>
  send(server.origin, {
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

test('failures halt a canary as soon as the store can be written; what prevents it is said once', async () => {
  const failure = { version: CANARY, outcome: 'fell-back', cause: 'init' };
  const fail = (bucket: number) => post({ ...failure, bucket }, { 'X-Forwarded-For': `203.0.113.${bucket}` });
  // The lock cannot be taken, as in another user's folder. This also works if a superuser runs the test.
  rmSync(at('store/.lock'), { force: true });
  mkdirSync(at('store/.lock'));
  for (let bucket = 0; bucket < 12; bucket += 1) await fail(bucket);
  const locked = /fails, but cannot be halted: .* End it with "npm run store -- rollback retro"\./;
  await expect.poll(() => output).toEqual([expect.stringMatching(locked)]);
  rmSync(at('store/.lock'), { recursive: true });
  await fail(12);
  await expect.poll(() => output.length).toBe(2);
  const halted = { canary: null, live: { version: LIVE }, halted: { version: CANARY } };
  expect(store.pointer()).toMatchObject(halted);
  expect(readFileSync(at('store/retro/index.html'), 'utf8')).not.toContain(CANARY);
  const reason = /^The canary .* of retro halted: it failed on \d+ of \d+ devices/;
  expect(output.slice(1)).toEqual([expect.stringMatching(reason)]);
});
