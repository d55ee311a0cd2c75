import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing.ts';
import { openHttp1 } from '../siege/send.ts';

// Keys, tokens, foreign rows, guesses and mails of an attacker: siege/blocks. What people do with their accounts and
// mails: shared/supabase/tests; passwords that are taken: e2e/specs/auth.spec.ts, retro.spec.ts.

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

/** Asks the API without supabase-js in between. Returns the status. */
async function ask(path: string, init: RequestInit & { token?: string; duplex?: 'half' }): Promise<number> {
  const { token, ...others } = init;
  const headers = {
    apikey: open.publishableKey,
    'Content-Type': 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  return (await fetch(`${open.origin}${path}`, { method: 'POST', headers, ...others })).status;
}

/** What a mail's link holds, once its form was seen. */
function tokenIn(link: string | null | undefined): string {
  return /^[^?]+\/auth\?token_hash=([0-9a-f]{64})&type=(signup|recovery)$/.exec(link ?? '')?.[1] ?? 'no link';
}

const redeem = (client: SupabaseClient, link: string | null | undefined) =>
  client.auth.verifyOtp({ token_hash: tokenIn(link), type: 'signup' });

test('two backends in one process keep to their own settings, data and secrets', async () => {
  const email = address();
  expect((await confirming.anonymous().auth.signUp({ email, password })).data.session).toBeNull();
  expect((await open.anonymous().auth.signUp({ email, password })).data.session).not.toBeNull();
  expect(confirming.outbox.latest(email)?.link).toMatch(new RegExp(`^${SITE}/auth\\?`));
  expect(open.outbox.list()).toEqual([]);
  expect(confirming.jwtSecret).not.toBe(open.jwtSecret);
});

describe('a mail', () => {
  test('carries our link in both of its parts, and no link that signs in by being fetched', async () => {
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

  test('is one line on the console, with the link and without the address', async () => {
    const email = address();
    lines.length = 0;
    await confirming.anonymous().auth.signUp({ email, password });
    const { link } = confirming.outbox.latest(email) ?? {};
    expect(lines).toEqual([`Mail "Confirm your e-mail for Better Space": ${link}`]);
    expect(lines.join()).not.toContain(email);
  });

  test('that is sent again makes the link before it worthless; a confirmed or unknown address gets none', async () => {
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

  test('holds 32 random bytes, whose hash alone is kept, for an hour', async () => {
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

describe('the outbox page', () => {
  const page = (path: string, headers: Record<string, string> = {}) =>
    openHttp1(confirming.operatorOrigin).send({ path, headers });

  test('shows the mail, newest first, with a link to click and everything else as text', async () => {
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

  test('is there for a person who opened this machine by any of its names', async () => {
    for (const Host of ['localhost', 'LOCALHOST:4173', '127.0.0.1:4173', '127.8.8.8', '[::1]:4173'])
      expect((await page('/outbox', { Host })).status, `as ${Host}`).toBe(200);
  });
});

test('a password that is refused as a new one ends no other session', async () => {
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

test('a refresh token that comes back from the wrong hands ends its session, access token and all', async () => {
  const { client } = await open.signUp();
  const stolen = (await client.auth.getSession()).data.session?.refresh_token;
  for (let time = 0; time < 2; time += 1) await client.auth.refreshSession();
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  const use = async () => [
    await ask('/rest/v1/tasks?select=*', { method: 'GET', token }),
    await ask('/auth/v1/user', { method: 'GET', token }),
  ];
  expect(await use()).toEqual([200, 200]);
  const body = JSON.stringify({ refresh_token: stolen });
  expect(await ask('/auth/v1/token?grant_type=refresh_token', { body })).toBe(400);
  expect(await use()).toEqual([401, 403]);
});

test('a body above 8 kB to accounts or 64 kB to rows is refused, told or streamed', async () => {
  expect(await ask('/auth/v1/signup', { body: 'x'.repeat(8 * 1024 + 1) })).toBe(413);
  const body = new Blob(['x'.repeat(64 * 1024 + 1)]).stream();
  expect(await ask('/rest/v1/tasks', { body, duplex: 'half' })).toBe(413);
});
