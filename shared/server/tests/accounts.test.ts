import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeLinkMail, type LinkKind } from '../src/auth/accounts.ts';
import { openOutbox } from '../src/outbox.ts';
import { startTestServer, type TestServer } from '../src/testing/server.ts';
import { folderForEach } from '../src/testing/folders.ts';
import { send } from './support/send.ts';

// The mails of accounts with their links. Tested elsewhere: attacks (attacks.test.ts), what users do with accounts and
// links (shared/supabase/tests, shared/auth/tests), and how mails look (e2e/specs/allStatesOfVisitors.spec.ts).

const SITE = 'http://localhost:5173';
const LINK = new RegExp(`^${SITE}/auth\\?token_hash=([0-9a-f]{64})&type=(signup|recovery)$`);

let server: TestServer;
const lines: string[] = [];
const log = (line: string) => void lines.push(line);
beforeAll(async () => {
  server = await startTestServer({ confirmEmail: true, siteUrl: `${SITE}/`, log });
});
afterAll(() => server.close());

test('a mail is in the outbox with our link, and in the log without its recipient; its link is stored as a hash, and ends with the next mail, after an hour and with another password; no other address gets one', async () => {
  const email = `${randomUUID()}@example.com`;
  const { auth } = server.anonymous();
  const mails = () => server.outbox.list().filter(({ to }) => to === email);
  const newest = () => LINK.exec(mails()[0]?.link ?? '')?.[1] ?? 'no link';
  const resend = async () => (await auth.resend({ type: 'signup', email })).error;
  const redeem = async (token_hash: string, type: LinkKind = 'signup') =>
    (await auth.verifyOtp({ token_hash, type })).error?.code ?? 'signed in';
  await auth.signUp({ email, password: 'Passw0rd!' });
  expect(lines).toEqual([`Mail "Confirm your e-mail for Better Space": ${mails()[0]?.link}`]);
  const first = newest();
  expect([await resend(), await redeem(first)]).toEqual([null, 'otp_expired']);
  const age = `update auth.users set confirmation_sent_at = confirmation_sent_at - $3::interval
    where email = $1 returning confirmation_token <> $2 as hashed`;
  const ageBy = (time: string) => server.query(age, [email, newest(), time]);
  expect(await ageBy('61 minutes')).toEqual([{ hashed: true }]);
  expect(await redeem(newest())).toBe('otp_expired');
  await ageBy('-61 minutes');
  expect(await redeem(newest())).toBe('signed in');
  await auth.resetPasswordForEmail(email);
  const { error: unchanged } = await auth.updateUser({ password: 'N3w Passw0rd!' });
  expect([unchanged, await redeem(newest(), 'recovery')]).toEqual([null, 'otp_expired']);
  for (const mail of mails()) {
    expect(mail.link).toMatch(LINK);
    expect(mail.text + mail.html).not.toContain('/auth/v1/'); // such a link signs in the one who fetches it
  }
  const start = performance.now();
  const { error } = await auth.resetPasswordForEmail('nobody@example.com');
  expect([await resend(), error, server.outbox.list().length]).toEqual([null, null, 3]);
  expect(performance.now() - start, 'whether or not a mail is sent').toBeGreaterThan(2 * 350);
  expect(lines.join()).not.toContain(email);
});

test.each<LinkKind>(['signup', 'recovery'])('a %s mail: HTML as its text, loads nothing', (kind) => {
  const mail = writeLinkMail('https://planner.example', kind, 'anna@example.com', '4f9c'.repeat(16));
  const { subject, html, text, link } = mail;
  const wordsIn = (markup: string) => markup.replaceAll(/(<[^>]*>|\s)+/g, ' ').trim();
  const elements = [...html.matchAll(/<(h1|p)\b[^]*?<\/\1\s*>/g)].map(([element]) => wordsIn(element));
  expect(wordsIn(text)).toBe(elements.join(' ').replace('Or open', 'Open'));
  // A subject made of the heading, and one link, written out.
  const [, heading, , , shown] = elements;
  expect([shown, subject]).toEqual([link, `${heading} for Better Space`]);
  expect(new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href))).toEqual(new Set([link]));
  expect(html + text).not.toContain('{{');
  expect(html).not.toMatch(/<(script|img|link|iframe|form|svg|object)\b|url\(|@import|\son\w+=/i);
});

const at = folderForEach();
test('the outbox keeps the newest 200 mails in a private file, and in memory if that cannot be written', () => {
  const open = () => openOutbox({ file: at('outbox.jsonl'), printsLinks: true, log });
  const outbox = open();
  const mail = { subject: 'Hello', text: 'Text', html: '', link: null };
  for (let index = 0; index < 250; index += 1) outbox.deliver({ to: `u${index}@example.com`, ...mail });
  const mails = open().list();
  expect([mails.length, mails[0]?.to]).toEqual([200, 'u249@example.com']);
  expect(statSync(at('outbox.jsonl')).mode & 0o777).toBe(0o600);
  rmSync(at('outbox.jsonl'));
  mkdirSync(at('outbox.jsonl'));
  const full = open();
  full.deliver({ to: 'u1@example.com', ...mail }); // a sign-up must not fail for it
  expect(full.latest('u1@example.com')?.text).toBe('Text');
  expect(lines.at(-1)).toContain('The outbox could not be written');
});

test('the outbox has a page under every name of this machine, newest first, with links and everything else as text', async () => {
  const link = `${SITE}/auth?token_hash=abc&type=recovery`;
  const [text, subject] = ['"><img src=x onerror=alert(1)>', '<script>alert(1)</script>'];
  server.outbox.deliver({ to: '<b>@example.com', subject, text, html: '', link: null });
  server.outbox.deliver({ to: 'bert@example.com', subject: 'Second', text: link, html: '', link });
  for (const Host of ['LOCALHOST:4173', '127.8.8.8', '[::1]:4173']) {
    const page = { path: '/outbox', headers: { Host } };
    const { status, headers, body } = await send(server.operatorOrigin, page);
    expect([Host, status, headers['cache-control']]).toEqual([Host, 200, 'no-store']);
    expect(body.indexOf('Second')).toBeLessThan(body.indexOf('&lt;script&gt;alert(1)'));
    expect(body).toContain(`<a href="${SITE}/auth?token_hash=abc&amp;type=recovery">`);
    expect(body).not.toMatch(/<script|<img|<b>/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  }
});
