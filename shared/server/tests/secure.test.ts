import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as openSecurely } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHostedSite, type Certificate } from '../src/index.ts';
import { makeCertificate, startTestServer, type TestServer } from '../src/testing.ts';
import { connectTo, type SecureClient } from './support/secureRequest.ts';

let siteDir: string;
let certificate: Certificate;
let server: TestServer;
let client: SecureClient;
const faults: string[] = [];

beforeAll(async () => {
  siteDir = mkdtempSync(join(tmpdir(), 'space-secure-'));
  mkdirSync(join(siteDir, 'assets'));
  mkdirSync(join(siteDir, 'shell'));
  writeFileSync(join(siteDir, 'index.html'), '<!doctype html><p>start</p>');
  writeFileSync(join(siteDir, 'assets/app-1a2b.js'), `export {};${' '.repeat(400_000)}`);
  certificate = await makeCertificate(['127.0.0.1', 'localhost', 'planner.example']);
  server = await startTestServer({
    siteDir,
    tls: certificate,
    confirmEmail: true,
    reportFault: (line) => faults.push(line),
  });
  client = connectTo(server.origin, certificate);
});
afterAll(async () => {
  client.close();
  await server.close();
  rmSync(siteDir, { recursive: true, force: true });
  expect(faults).toEqual([]);
});

/** Sends JSON to the API as the site does. */
const send = (path: string, value: unknown, headers: Record<string, string> = {}) =>
  client.ask(path, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  });

test('serves pages, files and refusals over one HTTP/2 connection', async () => {
  expect(server.origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(await client.ask('/')).toMatchObject({ status: 200, body: '<!doctype html><p>start</p>' });
  const file = await client.ask('/assets/app-1a2b.js');
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(file.body).toHaveLength(400_010);
  expect(await client.ask('/assets/gone.js')).toMatchObject({ status: 404, body: 'Not found' });
  expect(await client.ask('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  expect(client.session.alpnProtocol).toBe('h2');
});

test('speaks HTTP/1.1 to clients without HTTP/2', async () => {
  const status = await new Promise((resolve, reject) => {
    openSecurely(`${server.origin}/`, { ca: certificate.cert }, (answer) => {
      answer.resume();
      resolve([answer.httpVersion, answer.statusCode]);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toEqual(['1.1', 200]);
});

test('signs people up, in and out, sends them to https by mail, and keeps their tasks', async () => {
  const person = { email: 'anna@example.com', password: 'Passw0rd!' };
  expect((await send('/auth/v1/signup', person)).status).toBe(200);
  const link = new URL(server.outbox.latest(person.email)?.link ?? '');
  expect(link.origin).toBe(server.origin);
  const verified = await send('/auth/v1/verify', {
    type: 'signup',
    token_hash: link.searchParams.get('token_hash'),
  });
  expect(verified.status).toBe(200);

  const signedIn = await send('/auth/v1/token?grant_type=password', person);
  const session = JSON.parse(signedIn.body) as { access_token: string };
  expect(signedIn.headers['cache-control']).toBe('no-store');
  const authorization = { authorization: `Bearer ${session.access_token}` };
  const task = { title: 'Plan', task_date: '2026-11-20' };
  expect((await send('/rest/v1/tasks', task, authorization)).status).toBe(201);
  const headers = { apikey: server.publishableKey, ...authorization };
  const listed = await client.ask('/rest/v1/tasks?select=title', { headers });
  expect(JSON.parse(listed.body)).toEqual([{ title: 'Plan' }]);
  expect((await send('/auth/v1/logout', {}, authorization)).status).toBe(204);
});

test('takes events of its own pages, and shows neither them nor the outbox', async () => {
  const event = { id: 'shell', version: '0.1.0-000000000001', outcome: 'loaded', cause: 'none' };
  const body = JSON.stringify({ ...event, milliseconds: 12, bucket: 7 });
  const own = { method: 'POST', headers: { 'content-type': 'text/plain', origin: server.origin }, body };
  expect((await client.ask('/_events', own)).status).toBe(204);
  const foreign = { ...own, headers: { ...own.headers, origin: 'https://evil.example' } };
  expect((await client.ask('/_events', foreign)).status).toBe(403);
  for (const path of ['/_events.json', '/_outbox', '/_outbox.json', '/outbox', '/events.json'])
    expect((await client.ask(path)).status).toBe(404);
});

test('refuses what is too large, and goes on answering on the same connection', async () => {
  const { status, body } = await send('/auth/v1/signup', { email: 'x'.repeat(3_000_000) });
  expect(status).toBe(413);
  expect(JSON.parse(body)).toMatchObject({ msg: 'The request is too large' });
  const event = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(300_000) };
  expect((await client.ask('/_events', event)).status).toBe(413);
  expect((await client.ask('/')).status).toBe(200);
});

test('outlives requests and connections that are broken off', async () => {
  const other = connectTo(server.origin, certificate);
  const file = other.session.request({ ':path': '/assets/app-1a2b.js' });
  await new Promise((resolve) => file.once('response', resolve));
  file.close(8);
  const half = other.session.request(
    { ':path': '/auth/v1/signup', ':method': 'POST', 'content-length': '100' },
    { endStream: false },
  );
  half.write('{"email":');
  await other.ask('/');
  half.close(8);
  await other.ask('/');
  other.session.destroy();
  expect((await client.ask('/')).status).toBe(200);
});

test('tells browsers to come by TLS alone, but not for the names of every machine', async () => {
  const strict = async (authority: string) => {
    const { headers } = await client.ask('/', { headers: { ':authority': authority } });
    return headers['strict-transport-security'];
  };
  expect(await strict('planner.example')).toBe('max-age=31536000');
  expect(await strict('planner.example:4173')).toBe('max-age=31536000');
  for (const local of ['localhost', 'localhost:4173', '127.0.0.1:4173', '[::1]:4173'])
    expect(await strict(local)).toBeUndefined();
});

test('serves the site of a hosted project the same way', async () => {
  const supabase = { url: 'https://abc.supabase.co', publishableKey: 'sb_publishable_x' };
  const site = await startHostedSite({ siteDir, supabase, tls: certificate });
  const visitor = connectTo(site.origin, certificate);
  expect(await visitor.ask('/')).toMatchObject({ status: 200, body: '<!doctype html><p>start</p>' });
  // Closing does not wait for open connections.
  await site.close();
  expect(visitor.session.closed || visitor.session.destroyed).toBe(true);
});
