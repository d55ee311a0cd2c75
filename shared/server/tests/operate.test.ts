import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing.ts';
import { folderForAll } from './support/folder.ts';

// The operator's page asks for a state and for moves. How it looks and what it does: e2e/specs/operate.spec.ts.

const TOKEN = 'a-token-of-twenty-four-characters-or-more';
const KILL = JSON.stringify({ move: 'kill', name: 'clock', reason: 'It runs backwards.' });
const TROUBLE = expect.stringContaining('pointer.json cannot be read') as string;

const at = folderForAll();
let server: TestServer;
beforeAll(async () => {
  writeFileSync(at('index.html'), '<!doctype html>');
  mkdirSync(at('remotes/clock'), { recursive: true });
  writeFileSync(at('remotes/clock/pointer.json'), '{ "live":');
  server = await startTestServer({
    siteDir: at(),
    operateToken: TOKEN,
    trustProxy: 'loopback',
    limits: true,
  });
});
afterAll(() => server.close());

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${server.operatorOrigin}/_operate/${path}`, init);
const move = (body: string, headers: Record<string, string> = {}) =>
  ask('moves', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

test('a broken pointer of one team is reported, beside the rest, and by the move that it makes impossible', async () => {
  expect(await (await ask('state')).json()).toMatchObject({
    remotes: [
      { name: 'shell', trouble: null },
      { name: 'clock', trouble: TROUBLE },
    ],
  });
  expect(await (await move(KILL)).json()).toEqual({ isDone: false, lines: [TROUBLE] });
  expect((await ask('state', { method: 'PUT' })).status).toBe(405);
});

test.each<[string, number, Record<string, string>, string?]>([
  ['from a page of another site', 403, { origin: 'https://evil.example' }],
  ['from a page of the site itself', 403, { 'sec-fetch-site': 'same-site' }],
  ['from a page without an origin', 403, { origin: 'null' }],
  ['from a form of another site, as text', 400, { 'content-type': 'text/plain' }],
  ['of an unknown kind', 400, {}, '{"move":"release","name":"clock"}'],
  ['with a path as its name', 400, {}, KILL.replace('clock', '../shell')],
  ['with a body that is too large', 400, {}, JSON.stringify({ reason: 'x'.repeat(3000) })],
])('a move %s is refused with %i', async (_what, status, headers, body = KILL) => {
  expect((await move(body, headers)).status).toBe(status);
});

test('on the public address it needs TLS and the token, which ten wrong ones block; without a token it is not there', async () => {
  const statusWith = async (token: string, site: TestServer, headers: Record<string, string> = {}) => {
    const authorization = token === '' ? {} : { authorization: `Bearer ${token}` };
    return (await fetch(`${site.origin}/_operate/state`, { headers: { ...authorization, ...headers } }))
      .status;
  };
  const overTls = (token: string) => statusWith(token, server, { 'x-forwarded-proto': 'https' });
  expect([await overTls(''), await overTls(TOKEN)]).toEqual([401, 200]);
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) statuses.push(await overTls(TOKEN.toUpperCase()));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  expect(await overTls(TOKEN)).toBe(429);
  const none = await startTestServer({ siteDir: at() });
  expect([await statusWith(TOKEN, server), await statusWith(TOKEN, none)]).toEqual([403, 404]);
  await none.close();
});
