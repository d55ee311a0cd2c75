import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOutbox, type Outbox } from '../src/mail/outbox.ts';
import { startTestServer, type TestServer } from '../src/testing.ts';
import { request } from './support/request.ts';

const siteUrl = 'http://localhost:5173';
const link = `${siteUrl}/auth?token_hash=abc&type=recovery`;

describe('the outbox file', () => {
  let directory: string;
  let file: string;
  const open = (): Outbox => openOutbox({ file, printsLinks: true, log: () => {} });
  const message = (index: number) => ({
    to: `u${index}@example.com`,
    subject: 'Hello',
    text: `Number ${index}`,
    html: `<p>Number ${index}</p>`,
    link: null,
  });

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'space-outbox-'));
    file = join(directory, 'outbox.jsonl');
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  test('outlives the server, newest first, readable by this account only', () => {
    const outbox = open();
    outbox.deliver(message(1));
    outbox.deliver(message(2));
    expect(open().list()).toEqual(outbox.list());
    expect(
      open()
        .list()
        .map(({ to }) => to),
    ).toEqual(['u2@example.com', 'u1@example.com']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('keeps the newest 200 and stays small', () => {
    const outbox = open();
    for (let index = 0; index < 1000; index += 1) outbox.deliver(message(index));
    expect(readFileSync(file, 'utf8').trim().split('\n').length).toBeLessThanOrEqual(400);
    for (const each of [outbox, open()]) {
      expect(each.list()).toHaveLength(200);
      expect(each.list()[0]?.to).toBe('u999@example.com');
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('survives a line cut short by a crash, before and after', () => {
    open().deliver(message(1));
    appendFileSync(file, '{"id":2,"to":"u2@exam');
    open().deliver(message(3));
    open().deliver(message(4));
    expect(
      open()
        .list()
        .map(({ to }) => to),
    ).toEqual(['u4@example.com', 'u3@example.com', 'u1@example.com']);
  });
});

describe('the outbox page', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ confirmEmail: true });
    server.outbox.deliver({
      to: '<b>@example.com',
      subject: '<script>alert(1)</script>',
      text: '"><img src=x onerror=alert(1)>',
      html: '',
      link: null,
    });
    server.outbox.deliver({ to: 'bert@example.com', subject: 'Second', text: link, html: '', link });
  });
  afterAll(() => server.close());

  test('shows the mail, newest first, with a link to click and everything else as text', async () => {
    const { status, headers, body } = await request(server.operatorOrigin, '/outbox');
    expect(status).toBe(200);
    expect(body.indexOf('Second')).toBeLessThan(body.indexOf('&lt;script&gt;alert(1)'));
    expect(body).toContain(`<a href="${siteUrl}/auth?token_hash=abc&amp;type=recovery">`);
    expect(body).not.toMatch(/<script|<img|<b>/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('is there as JSON for tests', async () => {
    const { body } = await request(server.operatorOrigin, '/outbox.json');
    expect(JSON.parse(body)).toEqual(server.outbox.list());
  });

  test.each(['localhost', 'LOCALHOST:4173', '127.0.0.1:4173', '127.8.8.8', '[::1]:4173'])(
    'is there for a person who opened %s',
    async (host) => {
      expect((await request(server.operatorOrigin, '/outbox', { headers: { host } })).status).toBe(200);
    },
  );

  test('can be read, not written', async () => {
    expect((await request(server.operatorOrigin, '/outbox', { method: 'POST' })).status).toBe(405);
    const head = await request(server.operatorOrigin, '/outbox', { method: 'HEAD' });
    expect({ status: head.status, body: head.body }).toEqual({ status: 200, body: '' });
  });
});
