import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEvents } from '../src/events.ts';
import { startHostedSite } from '../src/server.ts';
import { commandOf, fieldsOf } from '../src/releases/requests.ts';
import { openTokens, tokenCommand } from '../src/releases/tokens.ts';
import { startTestServer, type TestServer } from '../src/testing.ts';
import { CANARY, LIVE, makeCanaryStore, type CanaryStore } from './support/canaryStore.ts';
import { folderForAll } from './support/folder.ts';
import { send } from './support/rawHttp.ts';

// Releases over HTTP: the tokens of teams, the events of browsers, the canary that halts, and the operator's state. Refusals:
// attacks.test.ts. The gate and each command: shared/release/tests/network.test.ts. What counts as failing: shared/store. In a
// browser: e2e/specs/canary.spec.ts and operate.spec.ts.

const TOKEN = { remote: 'retro', name: 'CI', scope: 'all', by: 'Olga', days: 90 } as const;
const VERSION = '0.1.0-0123456789ab';
const event = (bucket: number, changes: object = {}) => ({
  ...{ id: 'retro', version: LIVE, outcome: 'loaded', cause: 'none', milliseconds: 120 },
  ...{ bucket, ...changes },
});

const at = folderForAll();
let store: CanaryStore;
let running: object;
let server: TestServer;
let token: string;
const pointerFile = () => join(store.folder, 'remotes/retro/pointer.json');
beforeAll(async () => {
  store = await makeCanaryStore();
  running = store.pointer();
  const staged = [{ version: VERSION, since: '2026-01-01T00:00:00.000Z' }];
  writeFileSync(pointerFile(), JSON.stringify({ ...running, staged }));
  mkdirSync(at('server/uploads/retro-left-over'), { recursive: true });
  const options = { siteDir: store.folder, dataDir: at('server'), operateToken: 'x'.repeat(24) };
  server = await startTestServer({ ...options, trustProxy: 'loopback' });
  token = (await openTokens(at('server')).make(TOKEN)).text;
});
beforeEach(() => store.setPointer(running));
afterAll(async () => {
  await server.close();
  store.remove();
});

test('a server removes what was staged too long ago, and at its start the uploads that a killed one left', async () => {
  expect(existsSync(at('server/uploads/retro-left-over'))).toBe(false);
  await expect.poll(() => readFileSync(pointerFile(), 'utf8')).not.toContain(VERSION);
});

test('a token is valid for its remote only, until it expires or is withdrawn, and its text is not stored', async () => {
  const tokens = openTokens(at('one'));
  const made = new Date(Date.UTC(2026, 10, 25, 12));
  const { text, token: stored } = await tokens.make(TOKEN, made);
  const after = (days: number) => new Date(made.getTime() + days * 86_400_000);
  const isGood = (remote: string, days: number, given = text) =>
    tokens.check(given, remote, after(days)) !== null;
  expect(text).toMatch(/^space_[0-9a-f]{8}_[\w-]{43}$/);
  expect(JSON.stringify(await tokens.list())).not.toContain(text.slice(15));
  expect([isGood('retro', 0), isGood('retro', 89.9), isGood('retro', 90)]).toEqual([true, true, false]);
  expect(isGood('planner', 0)).toBe(false);
  for (const other of ['', text.slice(1), text.toUpperCase(), text.replace(stored.id, '00000000')])
    expect(isGood('retro', 0, other)).toBe(false);
  await tokens.withdraw(stored.id, after(1));
  expect(isGood('retro', 1)).toBe(false);
});

test('a token is created, listed and withdrawn by its command, which writes only the token to stdout', async () => {
  const [log, error] = [[''], ['']];
  const output = { log: (line: string) => log.push(line), error: (line: string) => error.push(line) };
  const context = { tokens: openTokens(at('two')), siteDir: store.folder, by: 'Olga', output };
  const command = (...args: string[]) => tokenCommand(args, context);
  await command('list');
  await command('retro', '--only', 'canary', '--days', '7', '--name', 'GitHub');
  const id = log[1]?.slice(6, 14) ?? '';
  await command('list');
  await command('withdraw', id);
  await command('list');
  const line = `${id}  retro +until \\d{4}-\\d\\d-\\d\\d +staged releases and canaries  GitHub  made .* by Olga`;
  expect(log).toEqual([
    '',
    expect.any(String),
    expect.stringMatching(line),
    expect.stringContaining('withdrawn'),
  ]);
  expect(error.slice(0, 2)).toEqual(['', 'There is no token yet.']);
  expect(error[2]).toContain('shown once. It is valid for staged releases and canaries of retro, until');
});

test.each([
  ['', 'Usage:'],
  ['retro planner', 'Usage:'],
  ['constructor', "'constructor' is not the name of a remote."],
  ['../retro', "'../retro' is not the name of a remote."],
  ['shell', 'the shell is released only on the machine of its store'],
  ['retro --only all', 'limited to canary or stage'],
  ['retro --days 1e3', '1 to 365 days'],
  ['retro --name a\u001bb', 'give one of at most 60 characters'],
  ['withdraw ../../secrets', 'There is no token ../../secrets'],
])('no token is created by the arguments %j', async (words, sentence) => {
  const context = { tokens: openTokens(at('none')), siteDir: store.folder, by: 'Olga', output: console };
  const args = words.split(' ').filter((word) => word !== '');
  await expect(tokenCommand(args, context)).rejects.toThrow(sentence);
  expect(existsSync(at('none'))).toBe(false);
});

test.each<[method: 'POST' | 'PUT', action: string, fields: unknown, command: string]>([
  ['POST', 'rollback', {}, 'rollback'],
  [
    'POST',
    'rollback',
    { version: VERSION, message: ' it flickers ' },
    `rollback --message=it flickers -- ${VERSION}`,
  ],
  ['POST', 'rollback', { version: '--actor=me' }, '400'],
  ['POST', 'promote', { message: 'x'.repeat(301) }, '400'],
  ['POST', 'promote', [], '400'],
  ['POST', 'kill', { reason: '--store=/tmp' }, 'kill -- --store=/tmp'],
  ['POST', 'kill', { reason: ' ' }, '400'],
  ['POST', 'canary', { percent: 12.5 }, 'canary --same -- 12.5%'],
  ['POST', 'canary', { percent: '10' }, '400'],
  ['PUT', '', fieldsOf('message=a%20--faster'), 'release --message=a --faster'],
  ['PUT', '', fieldsOf('canary=10'), 'canary -- 10%'],
  ['PUT', '', fieldsOf('canary=1&canary=2'), '400'],
  ['PUT', '', fieldsOf('canary=101'), '400'],
  ['PUT', '', fieldsOf('stage=true'), 'stage'],
  ['PUT', '', fieldsOf('stage=true&canary=10'), '400'],
])('%s %s with %j is %j: nothing that was sent becomes an option', (method, action, fields, expected) => {
  const found = commandOf(method, action, fields);
  const { command, options, args } =
    typeof found === 'number' ? { command: `${found}`, options: [], args: [] } : found;
  expect([command, ...options, ...(args.length > 0 ? ['--', ...args] : [])].join(' ')).toBe(expected);
});

test('responds with the output of a command, as text or JSON, from this machine or over TLS', async () => {
  const ask = (path: string, headers = {}) =>
    send(server.origin, { path, headers: { Authorization: `Bearer ${token}`, ...headers } });
  const listed = { command: 'releases', ok: true, name: 'retro' };
  expect(JSON.parse((await ask('/_releases/retro')).body)).toMatchObject(listed);
  const { body } = await ask('/_releases/retro', { accept: 'text/plain' });
  expect(body).toContain('retro: canary 0.1.0-bbbbbbbbbbbb on 20 %');
  const overTls = { Host: 'planner.example', 'x-forwarded-proto': 'https' };
  expect((await ask('/_releases/retro/token', overTls)).status).toBe(200);
});

test('a broken pointer of one team is reported beside the rest, and by the move that it makes impossible', async () => {
  const trouble = expect.stringContaining('pointer.json cannot be read') as string;
  const clock = join(store.folder, 'remotes/clock');
  mkdirSync(clock);
  writeFileSync(join(clock, 'pointer.json'), '{ "live":');
  const ask = async (path: string, body?: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const response = await fetch(
      `${server.operatorOrigin}/_operate/${path}`,
      body === undefined ? {} : (init as RequestInit),
    );
    return response.json() as unknown;
  };
  const remotes = [{ name: 'shell', trouble: null }, { name: 'clock', trouble }, { name: 'retro' }];
  expect(await ask('state')).toMatchObject({ remotes });
  const kill = JSON.stringify({ move: 'kill', name: 'clock', reason: 'It runs backwards.' });
  expect(await ask('moves', kill)).toEqual({ isDone: false, lines: [trouble] });
  rmSync(clock, { recursive: true });
  const headers = { 'x-forwarded-proto': 'https', authorization: `Bearer ${'x'.repeat(24)}` };
  expect((await fetch(`${server.origin}/_operate/state`, { headers })).status).toBe(200);
});

const post = (
  sent: object,
  headers: Record<string, string> = {},
  { origin } = server as { origin: string },
) =>
  send(origin, {
    ...{ method: 'POST', path: '/_events', body: JSON.stringify(sent) },
    headers: { 'Content-Type': 'text/plain;charset=UTF-8', 'X-Forwarded-For': '203.0.113.1', ...headers },
  });

test('events are accepted as text or JSON, kept without anything about their sender, and listed the newest first', async () => {
  const page = await send(server.origin, { path: '/retro', headers: { Accept: 'text/html' } });
  expect(page.body).toContain('<meta name="events-url" content="/_events" />');
  const sender = { 'User-Agent': 'Telltale/1.0', Cookie: 'who=anna' };
  expect(await post(event(1), sender)).toMatchObject({ status: 204, body: '' });
  await post(event(2), { 'Content-Type': 'application/json', ...sender });
  const kept = [2, 1].map((bucket) => ({ at: expect.any(String) as string, ...event(bucket) }));
  expect(await (await fetch(`${server.operatorOrigin}/events.json`)).json()).toEqual(kept);
});

const FORWARDED = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'space.example' };
test.each<[string, Record<string, string>]>([
  ['an address of the local network', { Host: '192.168.1.5:4173', Origin: 'http://192.168.1.5:4173' }],
  ['an IPv6 address', { Host: '[fd00::5]:4173', Origin: 'http://[fd00::5]:4173' }],
  ['a trusted proxy', { Host: '127.0.0.1:4173', ...FORWARDED, Origin: 'https://space.example' }],
])('events come from the origin that the request is sent to: %s', async (_, headers) => {
  expect((await post(event(4), headers)).status).toBe(204);
});

test('failures halt a canary with the reason, also in front of a hosted project', async () => {
  const output: string[] = [];
  const site = await startHostedSite({
    ...{ siteDir: store.folder, dataDir: at('hosted'), trustProxy: 'loopback' },
    supabase: { url: server.origin, publishableKey: server.publishableKey },
    log: (line) => output.push(line),
  });
  for (let device = 0; device < 10; device += 1) {
    const failure = event(device, { version: CANARY, outcome: 'fell-back', cause: 'init' });
    expect((await post(failure, { 'X-Forwarded-For': `203.0.113.${device}` }, site)).status).toBe(204);
  }
  await expect.poll(() => store.pointer().halted?.version, { timeout: 30_000 }).toBe(CANARY);
  await expect.poll(() => store.offersCanary(), { timeout: 30_000 }).toBe(false);
  await site.close();
  expect(store.pointer()).toMatchObject({ canary: null, live: { version: LIVE } });
  expect(output.join()).toMatch(/The canary 0\.1\.0-b+ of retro halted: it failed on \d+ of \d+ devices/);
});

/** Judges a store of its own. `report` sends the outcome of a version from `count` devices; `first` is the bucket of the first. */
async function openJudge() {
  const own = await makeCanaryStore();
  const output: string[] = [];
  const events = createEvents({ store: own.folder, log: (line) => output.push(line) });
  const report = async (version: string, outcome: 'loaded' | 'fell-back', count: number, first: number) => {
    for (let index = 0; index < count; index += 1) {
      const cause = outcome === 'loaded' ? 'none' : 'render';
      const seen = { id: 'retro', version, outcome, cause, milliseconds: 100 } as const;
      events.add({ ...seen, at: new Date().toISOString(), bucket: first + index / 100 });
    }
    await events.settled();
  };
  return { ...own, output, report };
}

test('a pointer that cannot be written, or read, is reported once; the canary halts as soon as it can be', async () => {
  const { output, report, folder, pointer, setPointer, remove } = await openJudge();
  // The lock cannot be taken, as in another user's folder. This also works if a superuser runs the test.
  const lock = join(folder, '.lock');
  rmSync(lock, { force: true });
  mkdirSync(lock);
  await report(CANARY, 'fell-back', 14, 1);
  await report(CANARY, 'fell-back', 2, 2);
  expect(pointer().canary).not.toBeNull();
  rmSync(lock, { recursive: true });
  const good = pointer();
  setPointer({ canary: 'yes' as never });
  await report(CANARY, 'fell-back', 3, 3);
  const [locked, unreadable, ...more] = output;
  expect(locked).toMatch(/fails, but cannot be halted: .* End it with "npm run store -- rollback retro"\./);
  expect([unreadable, more]).toEqual([expect.stringContaining('pointer.json cannot be read'), []]);
  setPointer(good);
  await report(CANARY, 'fell-back', 1, 4);
  expect(pointer().halted?.version).toBe(CANARY);
  remove();
});
