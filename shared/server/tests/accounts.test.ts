import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing.ts';
import { openHttp1 } from './support/rawHttp.ts';

// Tested elsewhere: attacks on keys, tokens, rows, passwords and mails (attacks.test.ts), what users do with accounts and
// mails (shared/supabase/tests), and which passwords are accepted (e2e/specs/auth.spec.ts, retro.spec.ts).

const password = 'Passw0rd!';
const address = () => `${randomUUID()}@example.com`;
const SITE = 'http://localhost:5173';

let open: TestServer;
let confirming: TestServer;
const lines: string[] = [];
beforeAll(async () => {
  const log = (line: string) => void lines.push(line);
  [open, confirming] = await Promise.all([
    startTestServer(),
    startTestServer({ confirmEmail: true, siteUrl: `${SITE}/`, log }),
  ]);
});
afterAll(() => Promise.all([open.close(), confirming.close()]));

/** Sends a request to the API without supabase-js. Returns the status. */
async function send(
  path: string,
  init: RequestInit & { token?: string; duplex?: 'half' },
  server = open,
): Promise<number> {
  const { token, ...others } = init;
  const headers = {
    apikey: server.publishableKey,
    'Content-Type': 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  return (await fetch(`${server.origin}${path}`, { method: 'POST', headers, ...others })).status;
}

/** Returns the token in the link of a mail, or 'no link' if the link is not a valid one. */
function tokenIn(link: string | null | undefined): string {
  return /^[^?]+\/auth\?token_hash=([0-9a-f]{64})&type=(signup|recovery)$/.exec(link ?? '')?.[1] ?? 'no link';
}

const redeem = (client: SupabaseClient, link: string | null | undefined) =>
  client.auth.verifyOtp({ token_hash: tokenIn(link), type: 'signup' });

test('two backends in one process share no settings, data or secrets', async () => {
  const email = address();
  expect((await confirming.anonymous().auth.signUp({ email, password })).data.session).toBeNull();
  expect((await open.anonymous().auth.signUp({ email, password })).data.session).not.toBeNull();
  expect(confirming.outbox.latest(email)?.link).toMatch(new RegExp(`^${SITE}/auth\\?`));
  expect(open.outbox.list()).toEqual([]);
  expect(confirming.jwtSecret).not.toBe(open.jwtSecret);
});

describe('a mail', () => {
  test('contains our link in its text and HTML parts, and no link that signs in as soon as it is fetched', async () => {
    const email = address();
    await confirming.anonymous().auth.signUp({ email, password });
    await confirming.anonymous().auth.resend({ type: 'signup', email });
    await confirming.anonymous().auth.resetPasswordForEmail(email);
    const mails = confirming.outbox.list().filter(({ to }) => to === email);
    expect(mails).toHaveLength(3);
    for (const part of mails.flatMap(({ text, html }) => [text, html])) {
      expect(part).toMatch(new RegExp(`${SITE}/auth\\?token_hash=[0-9a-f]+&type=(signup|recovery)`));
      expect(part).not.toContain('/auth/v1/');
      expect(part).not.toContain('{{');
    }
  });

  test('is logged in one line, with the link and without the recipient’s address', async () => {
    const email = address();
    lines.length = 0;
    await confirming.anonymous().auth.signUp({ email, password });
    const { link } = confirming.outbox.latest(email) ?? {};
    expect(lines).toEqual([`Mail "Confirm your e-mail for Better Space": ${link}`]);
    expect(lines.join()).not.toContain(email);
  });

  test('invalidates the previous link when it is resent; a confirmed or unknown address gets no mail', async () => {
    const email = address();
    const client = confirming.anonymous();
    const resend = () => client.auth.resend({ type: 'signup', email });
    await client.auth.signUp({ email, password });
    const lost = confirming.outbox.latest(email)?.link;
    expect((await resend()).error).toBeNull();
    expect((await redeem(client, lost)).error?.code).toBe('otp_expired');
    expect((await redeem(client, confirming.outbox.latest(email)?.link)).data.session).not.toBeNull();
    const sent = confirming.outbox.list().length;
    expect((await resend()).error).toBeNull();
    expect((await client.auth.resend({ type: 'signup', email: address() })).error).toBeNull();
    expect((await client.auth.resetPasswordForEmail(address())).error).toBeNull();
    expect(confirming.outbox.list().length).toBe(sent);
  });

  test('contains a token of 32 bytes that expires after an hour and is not stored itself, only its hash', async () => {
    const email = address();
    await confirming.anonymous().auth.signUp({ email, password });
    const { link } = confirming.outbox.latest(email) ?? {};
    const [row] = await confirming.query(
      `update auth.users set confirmation_sent_at = now() - interval '61 minutes' where email = $1
        returning confirmation_token as kept`,
      [email],
    );
    expect(row?.['kept']).toMatch(/^[0-9a-f]{64}$/);
    expect([tokenIn(link), 'no link']).not.toContain(row?.['kept']);
    expect(tokenIn(link)).not.toBe('no link');
    expect((await redeem(confirming.anonymous(), link)).error?.code).toBe('otp_expired');
  });
});

const NO_ADDRESSES = [
  'anna@example.com,eve',
  'eve@evil.example,anna@example.com',
  'anna<eve@evil.example>',
  '"anna eve"@evil.example',
  'group:eve@evil.example;',
  'eve@evil.example\r\nBcc: anna@example.com',
  'eve(anna)@evil.example',
  'eve@[127.0.0.1]',
  'eve@localhost',
  `${'e'.repeat(250)}@evil.example`,
];

test('lists, names, comments and headers in an address are refused: no account, no mail', async () => {
  const before = confirming.outbox.list().length;
  const statuses = await Promise.all(
    NO_ADDRESSES.flatMap((email) => [
      send('/auth/v1/signup', { body: JSON.stringify({ email, password }) }, confirming),
      send('/auth/v1/recover', { body: JSON.stringify({ email }) }, confirming),
      send('/auth/v1/resend', { body: JSON.stringify({ email, type: 'signup' }) }, confirming),
    ]),
  );
  expect(new Set(statuses)).toEqual(new Set([400]));
  expect(confirming.outbox.list().length).toBe(before);
});

describe('the outbox page', () => {
  const page = (path: string, headers: Record<string, string> = {}) =>
    openHttp1(confirming.operatorOrigin).send({ path, headers });

  test('shows mails newest first, with a clickable link and everything else escaped as text', async () => {
    const link = `${SITE}/auth?token_hash=abc&type=recovery`;
    const text = '"><img src=x onerror=alert(1)>';
    const subject = '<script>alert(1)</script>';
    confirming.outbox.deliver({ to: '<b>@example.com', subject, text, html: '', link: null });
    confirming.outbox.deliver({ to: 'bert@example.com', subject: 'Second', text: link, html: '', link });
    const { status, headers, body } = await page('/outbox');
    expect(status).toBe(200);
    expect(body.indexOf('Second')).toBeLessThan(body.indexOf('&lt;script&gt;alert(1)'));
    expect(body).toContain(`<a href="${SITE}/auth?token_hash=abc&amp;type=recovery">`);
    expect(body).not.toMatch(/<script|<img|<b>/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse((await page('/outbox.json')).body)).toEqual(confirming.outbox.list());
  });

  test('is served under every loopback host name and address', async () => {
    for (const Host of ['localhost', 'LOCALHOST:4173', '127.0.0.1:4173', '127.8.8.8', '[::1]:4173'])
      expect((await page('/outbox', { Host })).status, `as ${Host}`).toBe(200);
  });
});

test('a rejected password change does not end other sessions', async () => {
  const anna = await open.signUp();
  const other = open.anonymous();
  await other.auth.signInWithPassword(anna);
  for (const [chosen, code] of [
    [anna.password, 'same_password'],
    ['short', 'weak_password'],
    ['x'.repeat(73), 'validation_failed'],
  ] as const)
    expect((await anna.client.auth.updateUser({ password: chosen })).error?.code).toBe(code);
  expect((await other.auth.getUser()).data.user?.id).toBe(anna.id);
});

test('reuse of an old refresh token ends the session and invalidates its access token', async () => {
  const { client } = await open.signUp();
  const stolen = (await client.auth.getSession()).data.session?.refresh_token;
  for (let time = 0; time < 2; time += 1) await client.auth.refreshSession();
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  const readStatuses = async () => [
    await send('/rest/v1/tasks?select=*', { method: 'GET', token }),
    await send('/auth/v1/user', { method: 'GET', token }),
  ];
  expect(await readStatuses()).toEqual([200, 200]);
  const body = JSON.stringify({ refresh_token: stolen });
  expect(await send('/auth/v1/token?grant_type=refresh_token', { body })).toBe(400);
  expect(await readStatuses()).toEqual([401, 403]);
});

test('rejects a body above 8 kB for accounts, and a streamed one above 128 kB for tasks', async () => {
  expect(await send('/auth/v1/signup', { body: 'x'.repeat(8 * 1024 + 1) })).toBe(413);
  const body = new Blob(['x'.repeat(128 * 1024 + 1)]).stream();
  expect(await send('/rest/v1/tasks', { body, duplex: 'half' })).toBe(413);
});
