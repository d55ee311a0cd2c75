import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailState } from '@space/store';
import { startTestServer, type TestServer } from '../src/testing.ts';
import { contentOf, startMailServer } from './support/mailServer.ts';
import { until } from './support/until.ts';

// Accounts on a server that sends mail, with a mail server that accepts or refuses it. Retries: mailQueue.test.ts.

const FROM = { name: 'Better Space', address: 'space@planner.example' };
const password = 'Passw0rd!';
const log: string[] = [];
let replyToMail: Promise<null> | null = null;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let server: TestServer;
beforeAll(async () => {
  mailServer = await startMailServer({
    onRecipient: (to) =>
      to.startsWith('unknown') ? { code: 550, text: `5.1.1 <${to}> is not known here` } : null,
    onMail: () => replyToMail,
  });
  server = await startTestServer({
    confirmEmail: true,
    siteUrl: 'https://planner.example',
    log: (line) => void log.push(line),
    mail: {
      ...{ host: '127.0.0.1', port: mailServer.port, isTls: false, isLocal: true },
      ...{ credentials: undefined, from: FROM },
      delays: { first: 10, retry: 20, maxAge: 60_000, closing: 1_000 },
    },
  });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});

const mailsTo = (email: string) => mailServer.received.filter(({ to }) => to.includes(email));
async function mailTo(email: string): Promise<string> {
  const [mail] = await until(() => (mailsTo(email).length > 0 ? mailsTo(email) : null));
  return mail ? contentOf(mail) : '';
}
const linkIn = (mail: string) =>
  new URL(/https:\/\/planner\.example\/auth\?token_hash=[0-9a-f]{64}&type=\w+/.exec(mail)?.[0] ?? '');
const readOperatorPage = async (path: string) => (await fetch(`${server.operatorOrigin}${path}`)).text();
// The server writes this type.
const state = async () => JSON.parse(await readOperatorPage('/outbox.json')) as MailState;

test('a sign-up is confirmed by a mail from the operator’s address to one recipient, in HTML and plain text', async () => {
  const email = 'anna@example.com';
  const client = server.anonymous();
  expect((await client.auth.signUp({ email, password })).data.session).toBeNull();
  const mail = await mailTo(email);
  expect(mailsTo(email)).toMatchObject([{ from: FROM.address, to: [email] }]);
  expect(mail).toMatch(/^From: Better Space <space@planner\.example>\r$/m);
  expect(mail).toMatch(/^To: anna@example\.com\r$/m);
  expect(mail).toMatch(/^Subject: Confirm your e-mail for Better Space\r$/m);
  expect(mail).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(mail).toMatch(/^Message-ID: <[^@]+@planner\.example>\r$/m);
  expect(mail).toMatch(/Content-Type: text\/plain[^]+Content-Type: text\/html/);
  const token_hash = linkIn(mail).searchParams.get('token_hash') ?? '';
  const { data } = await client.auth.verifyOtp({ token_hash, type: 'signup' });
  expect(data.user?.email).toBe(email);
  // The links of a server that sends mail are nowhere on its disk, and on no page.
  expect(existsSync(join(server.dataDir, 'outbox.jsonl'))).toBe(false);
  await until(async () => (await state()).sent === 1);
  expect(await readOperatorPage('/outbox')).toContain('Since the start: 1 sent, 0 given up, 0 waiting.');
  expect(await readOperatorPage('/metrics')).toContain('mails_total{outcome="sent"} 1');
});

test('no response waits for the mail server, for known and unknown addresses alike', async () => {
  const heldReply = Promise.withResolvers<null>();
  replyToMail = heldReply.promise;
  const client = server.anonymous();
  const recover = (email: string) => client.auth.resetPasswordForEmail(email);
  expect(await Promise.all([recover('anna@example.com'), recover('bert@example.com')])).toEqual([
    { data: {}, error: null },
    { data: {}, error: null },
  ]);
  expect((await client.auth.signUp({ email: 'carl@example.com', password })).error).toBeNull();
  await until(async () => (await state()).waiting === 2);
  replyToMail = null;
  heldReply.resolve(null);
  expect(linkIn(await mailTo('carl@example.com')).searchParams.get('type')).toBe('signup');
  await until(() => mailsTo('anna@example.com').length === 2);
  expect(mailsTo('bert@example.com')).toEqual([]);
});

test('reports a recipient that the mail server refuses to the operator, without the address', async () => {
  await server.anonymous().auth.signUp({ email: 'unknown@example.com', password });
  const { lastFailure } = await until(async () => {
    const now = await state();
    return now.failed === 1 ? now : null;
  });
  expect(lastFailure?.reason).toBe('the mail server refused the recipient (550 5.1.1)');
  expect(await state()).toMatchObject({ isFailing: false, waiting: 0 });
  expect(log).toContain(
    'Mail "Confirm your e-mail for Better Space" was not sent: the mail server refused the recipient (550 5.1.1).',
  );
  expect(log.join('\n')).not.toMatch(/@|token_hash|[0-9a-f]{64}/);
  expect((await readOperatorPage('/outbox')) + (await readOperatorPage('/outbox.json'))).not.toContain('@');
});

const BODIES: Record<string, object> = { signup: { password }, recover: {}, resend: { type: 'signup' } };
const INVALID = [
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

test('rejects invalid addresses, such as lists and header injections, on sign-up, recovery and resend', async () => {
  const before = mailServer.received.length;
  const cases = INVALID.flatMap((email) => Object.keys(BODIES).map((path) => ({ path, email })));
  const faults = await Promise.all(
    cases.map(async ({ path, email }) => {
      const response = await fetch(`${server.origin}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: server.publishableKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, ...BODIES[path] }),
      });
      return response.status === 400 ? null : `${path} ${email}: ${response.status}`;
    }),
  );
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
  expect((await state()).waiting).toBe(0);
  expect(mailServer.received.length).toBe(before);
});
