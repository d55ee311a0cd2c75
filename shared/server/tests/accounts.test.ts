import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeLinkMail, type LinkKind } from '../src/auth/accounts.ts';
import { openOutbox } from '../src/outbox.ts';
import { startTestServer, type TestServer } from '../src/testing/server.ts';
import { folderForEach } from './support/place.ts';
import { send } from './support/send.ts';

// The mails of accounts with their links. Tested elsewhere: attacks (attacks.test.ts), what users do with accounts and
// links (shared/supabase/tests, shared/auth/tests), and how mails look (e2e/specs/accessibility.spec.ts).

const newEmail = () => `${randomUUID()}@example.com`;
const SITE = 'http://localhost:5173';
const LINK = new RegExp(`^${SITE}/auth\\?token_hash=([0-9a-f]{64})&type=(signup|recovery)$`);

let server: TestServer;
const lines: string[] = [];
beforeAll(async () => {
  const log = (line: string) => void lines.push(line);
  server = await startTestServer({ confirmEmail: true, siteUrl: `${SITE}/`, log });
});
afterAll(() => server.close());

const mailsTo = (email: string) => server.outbox.list().filter(({ to }) => to === email);
async function linkFor(email: string): Promise<string> {
  await server.anonymous().auth.signUp({ email, password: 'Passw0rd!' });
  return mailsTo(email)[0]?.link ?? '';
}
const tokenIn = (link: string) => LINK.exec(link)?.[1] ?? 'no link';
const redeem = (link: string) =>
  server.anonymous().auth.verifyOtp({ token_hash: tokenIn(link), type: 'signup' });

test('a mail is in the outbox with our link, and in the log in one line that does not name its recipient', async () => {
  const email = newEmail();
  const link = await linkFor(email);
  expect(lines).toEqual([`Mail "Confirm your e-mail for Better Space": ${link}`]);
  await server.anonymous().auth.resetPasswordForEmail(email);
  expect(mailsTo(email)).toHaveLength(2);
  for (const mail of mailsTo(email)) {
    expect(mail.link).toMatch(LINK);
    expect(mail.text + mail.html).not.toContain('/auth/v1/'); // such a link signs in the one who fetches it
  }
  expect(lines.join()).not.toContain(email);
});

test('a mail invalidates the link before it; a confirmed or unknown address gets none', async () => {
  const email = newEmail();
  const { auth } = server.anonymous();
  const lost = await linkFor(email);
  expect((await auth.resend({ type: 'signup', email })).error).toBeNull();
  expect((await redeem(lost)).error?.code).toBe('otp_expired');
  expect((await redeem(mailsTo(email)[0]?.link ?? '')).data.session).not.toBeNull();
  const sent = server.outbox.list().length;
  expect((await auth.resend({ type: 'signup', email })).error).toBeNull();
  expect((await auth.resetPasswordForEmail(newEmail())).error).toBeNull();
  expect(server.outbox.list().length).toBe(sent);
});

test('only the hash of a link is stored, and it expires after an hour', async () => {
  const email = newEmail();
  const link = await linkFor(email);
  const late = `update auth.users set confirmation_sent_at = now() - interval '61 minutes' where email = $1`;
  const [row] = await server.query(`${late} returning confirmation_token <> $2 as hashed`, [
    email,
    tokenIn(link),
  ]);
  expect(row).toEqual({ hashed: true });
  expect((await redeem(link)).error?.code).toBe('otp_expired');
});

test.each<LinkKind>(['signup', 'recovery'])(
  'the %s mail says the same in HTML and plain text, and loads nothing',
  (kind) => {
    const mail = writeLinkMail('https://planner.example', kind, 'anna@example.com', '4f9c'.repeat(16));
    const { subject, html, text, link } = mail;
    const wordsIn = (markup: string) => markup.replaceAll(/(<[^>]*>|\s)+/g, ' ').trim();
    const elements = [...html.matchAll(/<(h1|p)\b[^]*?<\/\1\s*>/g)].map(([element]) => wordsIn(element));
    // A subject made of the heading, and one link, written out.
    const [name, heading, first, or = '', shown, last, ...more] = elements;
    const written = [name, heading, first, `${or.replace('Or open', 'Open')} ${shown}`, last];
    expect(text.split('\n\n').map(wordsIn)).toEqual(written);
    expect([more, shown, subject]).toEqual([[], link, `${heading} for Better Space`]);
    expect(new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href))).toEqual(new Set([link]));
    expect(html + text).not.toContain('{{');
    expect(html).not.toMatch(/<(script|img|link|iframe|form|svg|object)\b|url\(|@import|\son\w+=/i);
  },
);

const at = folderForEach();
const logged: string[] = [];
const open = () => {
  const log = (line: string) => void logged.push(line);
  return openOutbox({ file: at('outbox.jsonl'), printsLinks: true, log });
};
const message = (index: number) => ({
  ...{ to: `u${index}@example.com`, subject: 'Hello', text: `Number ${index}`, html: '', link: null },
});
const recipients = () => Array.from(open().list(), ({ to }) => to);

test('the outbox keeps the newest 200 mails in a small private file, also when a crash cuts a line short', () => {
  const outbox = open();
  for (let index = 0; index < 1000; index += 1) outbox.deliver(message(index));
  expect(readFileSync(at('outbox.jsonl'), 'utf8').trim().split('\n').length).toBeLessThanOrEqual(400);
  expect([recipients().length, recipients()[0]]).toEqual([200, 'u999@example.com']);
  expect(statSync(at('outbox.jsonl')).mode & 0o777).toBe(0o600);
  appendFileSync(at('outbox.jsonl'), '{"id":2,"to":"u2@exam');
  open().deliver(message(3));
  expect(recipients().slice(0, 2)).toEqual(['u3@example.com', 'u999@example.com']);
  rmSync(at('outbox.jsonl'));
  mkdirSync(at('outbox.jsonl'));
  const full = open();
  full.deliver(message(1)); // a sign-up must not fail for it
  expect(full.latest('u1@example.com')?.text).toBe('Number 1');
  expect(logged.at(-1)).toContain('The outbox could not be written');
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
