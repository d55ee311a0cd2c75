import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing.ts';

const password = 'Passw0rd!';
const address = () => `${randomUUID()}@example.com`;

let server: TestServer;
let site: string;
const lines: string[] = [];

/** What the site's own /auth page does with a mail's link. */
async function redeem(client: SupabaseClient, link: string | null | undefined) {
  const url = new URL(link ?? 'missing:');
  const type = url.searchParams.get('type') === 'recovery' ? 'recovery' : 'signup';
  return client.auth.verifyOtp({ token_hash: url.searchParams.get('token_hash') ?? '', type });
}

describe('with confirmation on', () => {
  beforeAll(async () => {
    site = 'http://localhost:5173';
    server = await startTestServer({
      confirmEmail: true,
      siteUrl: `${site}/`,
      log: (line) => void lines.push(line),
    });
  });
  afterAll(() => server.close());

  test('a sign-up gives no session; its mail’s link does, once', async () => {
    const email = address();
    const client = server.anonymous();
    const { data, error } = await client.auth.signUp({ email, password });
    expect({ session: data.session, error }).toEqual({ session: null, error: null });
    const early = await client.auth.signInWithPassword({ email, password });
    expect(early.error?.code).toBe('email_not_confirmed');

    const link = server.outbox.latest(email)?.link;
    expect(link).toMatch(new RegExp(`^${site}/auth\\?token_hash=[0-9a-f]+&type=signup$`));
    const redeemed = await redeem(client, link);
    expect(redeemed.data.user?.email).toBe(email);
    expect((await client.from('tasks').insert({ title: 'Plan', task_date: '2026-11-20' })).error).toBeNull();

    expect((await redeem(server.anonymous(), link)).error?.code).toBe('otp_expired');
    expect((await server.anonymous().auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  test('both parts of the mail carry our link and no link that signs in by being fetched', async () => {
    const email = address();
    await server.anonymous().auth.signUp({ email, password });
    await server.anonymous().auth.resend({ type: 'signup', email });
    await server.anonymous().auth.resetPasswordForEmail(email);
    const mails = server.outbox.list().filter(({ to }) => to === email);
    expect(mails).toHaveLength(3);
    for (const { text, html } of mails) {
      for (const part of [text, html]) {
        expect(part).toMatch(new RegExp(`${site}/auth\\?token_hash=[0-9a-f]+&type=(signup|recovery)`));
        expect(part).not.toContain('/auth/v1/');
        expect(part).not.toContain('{{');
      }
    }
  });

  test('the console gets one line a mail, with the link and without the address', async () => {
    const email = address();
    lines.length = 0;
    await server.anonymous().auth.signUp({ email, password });
    expect(lines).toEqual([
      `Mail "Confirm your e-mail for Better Space": ${server.outbox.latest(email)?.link}`,
    ]);
    expect(lines.join()).not.toContain(email);
  });

  test('a second sign-up answers like a first one, whether the account is confirmed or not', async () => {
    const taken = await server.signUp();
    const waiting = address();
    await server.anonymous().auth.signUp({ email: waiting, password });
    const sent = server.outbox.list().length;
    for (const email of [taken.email, waiting, waiting.toUpperCase()]) {
      const { data, error } = await server.anonymous().auth.signUp({ email, password: 'Other1234' });
      expect({ error, session: data.session, email: data.user?.email }).toEqual({
        error: null,
        session: null,
        email: email.toLowerCase(),
      });
    }
    expect(server.outbox.list().length - sent).toBe(2);
    expect(
      (await server.anonymous().auth.signInWithPassword({ ...taken, password: 'Other1234' })).error,
    ).not.toBeNull();
    expect((await server.anonymous().auth.signInWithPassword(taken)).error).toBeNull();
  });

  test('a lost mail can be sent again; the newest link works, the older does not', async () => {
    const email = address();
    await server.anonymous().auth.signUp({ email, password });
    const lost = server.outbox.latest(email)?.link;
    expect((await server.anonymous().auth.resend({ type: 'signup', email })).error).toBeNull();
    const link = server.outbox.latest(email)?.link;
    expect(link).not.toBe(lost);
    expect((await redeem(server.anonymous(), lost)).error?.code).toBe('otp_expired');
    expect((await redeem(server.anonymous(), link)).data.session).not.toBeNull();
    const sent = server.outbox.list().length;
    expect((await server.anonymous().auth.resend({ type: 'signup', email })).error).toBeNull();
    expect((await server.anonymous().auth.resend({ type: 'signup', email: address() })).error).toBeNull();
    expect(server.outbox.list().length).toBe(sent);
  });

  test('a link older than an hour is expired', async () => {
    const email = address();
    await server.anonymous().auth.signUp({ email, password });
    await server.query(
      `update auth.users set confirmation_sent_at = now() - interval '61 minutes' where email = $1`,
      [email],
    );
    expect((await redeem(server.anonymous(), server.outbox.latest(email)?.link)).error?.code).toBe(
      'otp_expired',
    );
  });
});

describe('with confirmation off', () => {
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('a sign-up gives a session at once and sends nothing', async () => {
    const { data } = await server.anonymous().auth.signUp({ email: address(), password });
    expect(data.session).not.toBeNull();
    expect(server.outbox.list()).toEqual([]);
  });

  test('a taken address is said to be taken, whatever its letter case', async () => {
    const { email } = await server.signUp();
    const again = await server.anonymous().auth.signUp({ email: email.toUpperCase(), password });
    expect(again.error?.code).toBe('user_already_exists');
    expect(again.error?.message).toBe('User already registered');
  });

  test('a forgotten password is replaced by its mail’s link', async () => {
    const { email } = await server.signUp();
    await server.anonymous().auth.resetPasswordForEmail(email);
    const client = server.anonymous();
    const link = server.outbox.latest(email)?.link;
    expect(link).toMatch(new RegExp(`^${server.origin}/auth\\?token_hash=[0-9a-f]+&type=recovery$`));
    expect((await redeem(client, link)).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'N3wPassword' })).error).toBeNull();
    expect((await server.anonymous().auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    );
    expect(
      (await server.anonymous().auth.signInWithPassword({ email, password: 'N3wPassword' })).error,
    ).toBeNull();
  });

  test('asking for an unknown address says the same and sends nothing', async () => {
    const email = address();
    expect((await server.anonymous().auth.resetPasswordForEmail(email)).error).toBeNull();
    expect(server.outbox.latest(email)).toBeUndefined();
  });
});

test('two backends in one process keep to their own settings and data', async () => {
  const [strict, open] = await Promise.all([startTestServer({ confirmEmail: true }), startTestServer()]);
  try {
    const email = address();
    expect((await strict.anonymous().auth.signUp({ email, password })).data.session).toBeNull();
    expect((await open.anonymous().auth.signUp({ email, password })).data.session).not.toBeNull();
    expect(strict.outbox.latest(email)?.link).toContain(strict.origin);
    expect(open.outbox.list()).toEqual([]);
    expect(strict.jwtSecret).not.toBe(open.jwtSecret);
  } finally {
    await Promise.all([strict.close(), open.close()]);
  }
});

test('a sign-up succeeds although its mail cannot be written down', async () => {
  const started = await startTestServer({ confirmEmail: true, log: (line) => void lines.push(line) });
  try {
    const file = join(started.dataDir, 'outbox.jsonl');
    rmSync(file, { force: true });
    mkdirSync(file);
    const email = address();
    expect((await started.anonymous().auth.signUp({ email, password })).error).toBeNull();
    expect(started.outbox.latest(email)?.link).toContain('type=signup');
    expect(lines.at(-1)).toContain('The outbox could not be written');
  } finally {
    await started.close();
  }
});
