import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing.ts';
import { openHttp1 } from './support/rawHttp.ts';
import { folderForAll } from './support/folder.ts';

const TOKEN = 'a-token-of-twenty-four-characters-or-more';
const KILL = JSON.stringify({ move: 'kill', name: 'clock', reason: 'It runs backwards.' });

const at = folderForAll();
let server: TestServer;
let origin: string;
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
  origin = server.operatorOrigin;
});
afterAll(() => server.close());

const sendMove = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/_operate/moves`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
async function readRemotes(): Promise<unknown[]> {
  return ((await (await fetch(`${origin}/_operate/state`)).json()) as { remotes: unknown[] }).remotes;
}

describe('on this machine', () => {
  test("the state reports one team's broken pointer, and still lists the rest", async () => {
    expect(await readRemotes()).toMatchObject([
      { name: 'shell', trouble: null },
      { name: 'clock', trouble: expect.stringContaining('pointer.json cannot be read') as string },
    ]);
  });

  test('a move that the command refuses is refused here with the same message', async () => {
    const response = await sendMove(KILL);
    expect(await response.json()).toEqual({
      isDone: false,
      lines: [expect.stringContaining('pointer.json cannot be read')],
    });
  });

  test.each<[string, number, Record<string, string>, string?]>([
    ['from a page of another site', 403, { origin: 'https://evil.example' }],
    ['from a page of the site itself', 403, { 'sec-fetch-site': 'same-site' }],
    ['from a page without an origin', 403, { origin: 'null' }],
    ['from a form of another site, as text', 400, { 'content-type': 'text/plain' }],
    ['of an unknown kind', 400, {}, '{"move":"release","name":"clock"}'],
    ['with a path as its name', 400, {}, KILL.replace('clock', '../shell')],
    ['with a body that is too large', 400, {}, JSON.stringify({ reason: 'x'.repeat(3000) })],
  ])('refuses a move %s', async (_what, status, headers, body = KILL) => {
    expect((await sendMove(body, headers)).status).toBe(status);
  });
});

test('the state is read-only', async () => {
  expect((await fetch(`${origin}/_operate/state`, { method: 'PUT' })).status).toBe(405);
});

/** Sends a request to the public address, through a proxy that speaks TLS. Returns the status. */
async function publicStatus(path: string, headers: Record<string, string> = {}): Promise<number> {
  const behindProxy = { 'x-forwarded-proto': 'https', ...headers };
  return (await fetch(`${server.origin}${path}`, { headers: behindProxy })).status;
}

test('a foreign host name that resolves to this machine gets 404 everywhere (DNS rebinding)', async () => {
  for (const path of ['/_operate', '/_operate/state', '/_operate/moves', '/outbox']) {
    const { status } = await openHttp1(origin).send({ path, headers: { Host: 'evil.example' } });
    expect(status).toBe(404);
  }
});

describe('on the public address', () => {
  test('the state requires the token, and after ten wrong ones refuses even the right one', async () => {
    expect(await publicStatus('/_operate/state')).toBe(401);
    expect(await publicStatus('/_operate/state', { authorization: `Bearer ${TOKEN}` })).toBe(200);
    const wrong = { authorization: `Bearer ${TOKEN.toUpperCase()}` };
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) statuses.push(await publicStatus('/_operate/state', wrong));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    expect(await publicStatus('/_operate/state', { authorization: `Bearer ${TOKEN}` })).toBe(429);
  });

  test('a token is refused without TLS, and the page is 404 if no token is configured', async () => {
    const plain = await startTestServer({ siteDir: at(), operateToken: TOKEN });
    const none = await startTestServer({ siteDir: at() });
    const statusOf = async (address: string) =>
      (await fetch(`${address}/_operate/state`, { headers: { authorization: `Bearer ${TOKEN}` } })).status;
    expect(await statusOf(plain.origin)).toBe(403);
    expect(await statusOf(none.origin)).toBe(404);
    await Promise.all([plain.close(), none.close()]);
  });
});
