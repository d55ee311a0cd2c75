import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send as sendRaw } from './support/rawHttp.ts';
import { commandOf, fieldsOf } from '../src/releases/requests.ts';
import { openTokens, tokenCommand } from '../src/releases/tokens.ts';
import { startTestServer, type TestServer } from '../src/testing.ts';
import { makeCanaryStore, type CanaryStore } from './support/canaryStore.ts';
import { folderForAll } from './support/folder.ts';

// Releases, and what the gate refuses: shared/release/tests/network.test.ts.

const TOKEN_OPTIONS = { remote: 'retro', name: 'CI', scope: 'all', by: 'Olga', days: 90 } as const;

const at = folderForAll();
let store: CanaryStore;
beforeAll(async () => {
  store = await makeCanaryStore();
});
afterAll(() => store.remove());

describe('a token', () => {
  test('is valid for its remote only, until it expires or is withdrawn, and its text is not stored', async () => {
    const tokens = openTokens(at('one'));
    const made = new Date(Date.UTC(2026, 10, 25, 12));
    const { text, token } = await tokens.make(TOKEN_OPTIONS, made);
    const after = (days: number) => new Date(made.getTime() + days * 86_400_000);
    const isGood = (remote: string, days: number, given = text) =>
      tokens.check(given, remote, after(days)) !== null;
    expect(text).toMatch(/^space_[0-9a-f]{8}_[\w-]{43}$/);
    expect(JSON.stringify(await tokens.list())).not.toContain(text.slice(15));
    expect(isGood('retro', 0)).toBe(true);
    expect(isGood('retro', 89.9)).toBe(true);
    expect(isGood('retro', 90)).toBe(false);
    expect(isGood('planner', 0)).toBe(false);
    const others = ['', text.slice(1), `${text} `, text.toUpperCase(), text.replace(token.id, '00000000')];
    for (const other of others) expect(isGood('retro', 0, other)).toBe(false);
    await tokens.withdraw(token.id, after(1));
    expect(isGood('retro', 1)).toBe(false);
    expect((await tokens.list())[0]?.withdrawnAt).toBe(after(1).toISOString());
  });

  test('is created, listed and withdrawn by its command, which writes only the token to stdout', async () => {
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
    const line = `${id}  retro +until \\d{4}-\\d\\d-\\d\\d +staged releases and canaries  GitHub  made .* by Olga$`;
    expect(log[2]).toMatch(new RegExp(`^${line}`));
    expect(log[3]).toContain('withdrawn');
    expect(log).toHaveLength(4);
    expect(error.slice(0, 2)).toEqual(['', 'There is no token yet.']);
    expect(error[2]).toContain('shown once. It is valid for staged releases and canaries of retro, until');
  });

  test.each([
    [[], 'Usage:'],
    [['retro', 'planner'], 'Usage:'],
    [['constructor'], "'constructor' is not the name of a remote."],
    [['../retro'], "'../retro' is not the name of a remote."],
    [['shell'], 'the shell is released only on the machine of its store'],
    [['retro', '--only', 'all'], 'limited to canary or stage'],
    [['retro', '--days', '0'], '1 to 365 days'],
    [['retro', '--days', '1e3'], '1 to 365 days'],
    [['retro', '--name', 'a\u001bb'], 'give one of at most 60 characters'],
    [['withdraw', '12345678'], 'There is no token 12345678'],
    [['withdraw', '../../secrets'], 'There is no token ../../secrets'],
  ])('is not created by the arguments %j', async (words, sentence) => {
    const tokens = openTokens(at('none'));
    const context = { tokens, siteDir: store.folder, by: 'Olga', output: console };
    await expect(tokenCommand(words, context)).rejects.toThrow(sentence);
    expect(existsSync(at('none'))).toBe(false);
  });
});

const VERSION = '0.1.0-0123456789ab';
test.each<[string, unknown, string[] | null]>([
  ['rollback', {}, []],
  ['rollback', { version: VERSION, message: ' it flickers ' }, [VERSION]],
  ['rollback', { version: '--actor=me' }, null],
  ['rollback', { to: VERSION }, null],
  ['promote', { message: 'x'.repeat(301) }, null],
  ['promote', [], null],
  ['promote', null, null],
  ['kill', { reason: '--store=/tmp' }, ['--store=/tmp']],
  ['kill', {}, null],
  ['kill', { reason: ' ' }, null],
  ['canary', { percent: 12.5 }, ['12.5%']],
  ['canary', { percent: 0 }, null],
  ['canary', { percent: '10' }, null],
  ['promote', { version: VERSION }, [VERSION]],
])('the move %s with the body %j has the arguments %j', (action, body, words) => {
  const request = commandOf('POST', action, body);
  const { args, options } = typeof request === 'number' ? { args: null, options: [] } : request;
  expect(args).toEqual(words);
  expect(options).not.toContain('--store=/tmp');
});

test.each<[string | null, string[]]>([
  ['release for all', ['', 'message=a%20--faster%20clock']],
  ['canary for canary', ['canary=10']],
  ['stage for stage', ['stage=true', 'stage=true&message=x']],
  [null, ['canary=', 'canary=101', 'canary=ten', 'canary=1&canary=2', 'store=/tmp', 'message=']],
  [null, ['stage=false', 'stage=true&canary=10']],
])('an upload is the command %s with the query %j', (expected, queries) => {
  for (const query of queries) {
    const request = commandOf('PUT', '', fieldsOf(query));
    const said = typeof request === 'number' ? null : `${request.command} for ${request.scope}`;
    expect([query, said]).toEqual([query, expected]);
  }
});

describe('a server', () => {
  let server: TestServer;
  let text: string;
  const pointer = () => join(store.folder, 'remotes/retro/pointer.json');
  beforeAll(async () => {
    const dataDir = at('server');
    mkdirSync(join(dataDir, 'uploads', 'retro-left-over'), { recursive: true });
    const staged = [{ version: VERSION, since: '2026-01-01T00:00:00.000Z' }];
    const known = JSON.parse(readFileSync(pointer(), 'utf8')) as object;
    writeFileSync(pointer(), JSON.stringify({ ...known, staged }));
    server = await startTestServer({ siteDir: store.folder, dataDir, trustProxy: 'loopback' });
    text = (await openTokens(dataDir).make(TOKEN_OPTIONS)).text;
  });
  afterAll(() => server.close());

  test('removes releases that were staged too long ago, and at its start the uploads that a killed server left', async () => {
    expect(existsSync(at('server', 'uploads', 'retro-left-over'))).toBe(false);
    await expect.poll(() => readFileSync(pointer(), 'utf8')).not.toContain(VERSION);
  });

  const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    sendRaw(server.origin, { path, method, headers: { authorization: `Bearer ${text}`, ...headers } });

  test.each([
    ['this machine', {}, 200],
    ['another machine over TLS', { Host: 'planner.example', 'x-forwarded-proto': 'https' }, 200],
    ['another machine without TLS', { Host: 'planner.example' }, 403],
    ['a proxy that says for whom', { 'x-forwarded-for': '127.0.0.1' }, 403],
    ['a proxy that says so in the standard way', { forwarded: 'for=127.0.0.1' }, 403],
    ['this machine, in another scheme', { authorization: 'Basic abc' }, 401],
  ])('takes a token from %s: %j, %i', async (_, headers, status) => {
    expect((await send('/_releases/retro/token', headers)).status).toBe(status);
  });

  test('responds with the output of a command, as text or JSON', async () => {
    const asJson = await send('/_releases/retro');
    expect(asJson.status).toBe(200);
    expect(JSON.parse(asJson.body)).toMatchObject({ command: 'releases', ok: true, name: 'retro' });
    const inWords = await send('/_releases/retro', { accept: 'text/plain' });
    expect(inWords.body).toContain('retro: canary 0.1.0-bbbbbbbbbbbb on 20 %');
    expect((await send('/_releases/retro/rollback', {}, 'POST')).body).toContain('"ok":true');
  });

  test.each([
    ['/_releases/../x', 'GET', 400],
    ['/_releases/retro/promote/now', 'POST', 404],
    ['/_releases/retro/sell', 'POST', 404],
    ['/_releases/retro/promote', 'GET', 405],
    ['/_releases/retro/promote?x=1', 'POST', 400],
    ['/_releases/retro?store=$(id)', 'GET', 400],
  ])('refuses the request for %s by %s with %i', async (path, method, status) => {
    expect((await send(path, {}, method)).status).toBe(status);
  });
});
