import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { get as getOverTls } from 'node:https';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHostedSite, type Certificate } from '../src/index.ts';
import { makeCertificate, startTestServer, type TestServer } from '../src/testing.ts';
import { openHttp1, openHttp2, type Sender } from './support/rawHttp.ts';
import { folderForAll } from './support/folder.ts';

const at = folderForAll();
let certificate: Certificate;
let server: TestServer;
/** Sends all requests over one HTTP/2 connection. */
let client: Sender;
const faults: string[] = [];
const PAGE = '<!doctype html><h1>Better Space</h1>';

beforeAll(async () => {
  mkdirSync(at('assets'));
  mkdirSync(at('shell'));
  writeFileSync(at('index.html'), PAGE);
  writeFileSync(at('assets/app-1a2b.js'), `export {};${' '.repeat(400_000)}`);
  certificate = await makeCertificate(['127.0.0.1', 'localhost', 'planner.example']);
  const reportFault = (line: string) => faults.push(line);
  server = await startTestServer({ siteDir: at(), tls: certificate, confirmEmail: true, reportFault });
  client = openHttp2(server.origin);
});
afterAll(async () => {
  client.close();
  await server.close();
  expect(faults).toEqual([]);
});

const get = (path: string, headers: Record<string, string> = {}) => client.send({ path, headers });

test('serves pages, files and errors over HTTP/2, and pages over HTTP/1.1 to clients without it', async () => {
  expect(server.origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(await get('/')).toMatchObject({ status: 200, body: PAGE });
  const file = await get('/assets/app-1a2b.js');
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(file.body).toHaveLength(400_010);
  expect(await get('/assets/gone.js')).toMatchObject({ status: 404, body: 'Not found' });
  expect(await client.send({ path: '/', method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  expect(await openHttp1(server.origin).send({ path: '/' })).toMatchObject({ status: 200, body: PAGE });
});

test('keeps HTTP/1.1 connections open longer than proxies do', async () => {
  const { headers } = await new Promise<IncomingMessage>((resolve) =>
    getOverTls(server.origin, { ca: certificate.cert }, resolve),
  );
  expect(headers['keep-alive']).toBe('timeout=130');
});

test('accepts events only from its own pages, and does not show events or the outbox', async () => {
  const event = { id: 'shell', version: '0.1.0-000000000001', outcome: 'loaded', cause: 'none' };
  const body = JSON.stringify({ ...event, milliseconds: 12, bucket: 7 });
  const headers = { 'Content-Type': 'text/plain' };
  const from = (Origin: string) =>
    client.send({ method: 'POST', path: '/_events', headers: { ...headers, Origin }, body });
  expect((await from(server.origin)).status).toBe(204);
  expect((await from('https://evil.example')).status).toBe(403);
  for (const path of ['/_events.json', '/_outbox.json', '/outbox', '/events.json'])
    expect((await get(path)).status).toBe(404);
});

test('rejects requests that are too large, and goes on responding on the same connection', async () => {
  const apikey = server.publishableKey;
  const post = (path: string, type: string, body: string) =>
    client.send({ method: 'POST', path, headers: { apikey, 'Content-Type': type }, body });
  const { status, body } = await post('/auth/v1/signup', 'application/json', 'x'.repeat(3_000_000));
  expect(status).toBe(413);
  expect(JSON.parse(body)).toMatchObject({ msg: 'The request is too large' });
  expect((await post('/_events', 'text/plain', 'x'.repeat(300_000))).status).toBe(413);
  expect((await get('/')).status).toBe(200);
});

test('survives aborted requests and connections', async () => {
  const other = connect(server.origin, { ca: certificate.cert });
  const file = other.request({ ':path': '/assets/app-1a2b.js' });
  await new Promise((resolve) => file.once('response', resolve));
  file.close(8);
  const half = other.request(
    { ':path': '/auth/v1/signup', ':method': 'POST', 'content-length': '100' },
    { endStream: false },
  );
  half.write('{"email":');
  await new Promise((resolve) => other.ping(resolve));
  half.close(8);
  await new Promise((resolve) => other.ping(resolve));
  other.destroy();
  expect((await get('/')).status).toBe(200);
});

test('sends Strict-Transport-Security, except for loopback names and addresses', async () => {
  const strict = async (Host: string) => (await get('/', { Host })).headers['strict-transport-security'];
  expect(await strict('planner.example')).toBe('max-age=31536000');
  expect(await strict('planner.example:4173')).toBe('max-age=31536000');
  for (const local of ['localhost', 'localhost:4173', '127.0.0.1:4173', '[::1]:4173'])
    expect(await strict(local)).toBeUndefined();
});

test('serves the site of a hosted project over HTTP/2, and closes open connections when it stops', async () => {
  const supabase = { url: 'https://abc.supabase.co', publishableKey: 'sb_publishable_x' };
  const options = { siteDir: at(), dataDir: at('.data'), supabase };
  const site = await startHostedSite({ ...options, tls: certificate });
  const visitor = connect(site.origin, { ca: certificate.cert });
  const page = visitor.request({ ':path': '/' });
  const status = new Promise((resolve) => page.once('response', (headers) => resolve(headers[':status'])));
  expect(await status).toBe(200);
  // Closing does not wait for open connections.
  await site.close();
  expect(visitor.closed || visitor.destroyed).toBe(true);
});
