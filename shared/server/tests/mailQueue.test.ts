import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import tls from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { createMailQueue, type Pace } from '../src/mail/mailQueue.ts';
import { openOutbox } from '../src/mail/outbox.ts';
import { openPost, type MailOptions } from '../src/mail/post.ts';
import { takePort } from '../src/testing/freePort.ts';
import { makeCertificate } from '../src/testing.ts';
import { folderForEach } from './support/folder.ts';
import { contentOf, startMailServer } from './support/mailServer.ts';
import { until } from './support/until.ts';

const at = folderForEach();
const PACE: Pace = { first: 10, again: 20, keeps: 60_000, stopping: 300 };
const SUBJECT = 'Confirm your e-mail';
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function open(port: number, more: Partial<MailOptions> = {}) {
  const log: string[] = [];
  const mail = {
    ...{ host: '127.0.0.1', port, isTls: false, isLocal: true, credentials: undefined, pace: PACE },
    ...{ from: { name: 'Ada “the” <Boss>, Bcc: x', address: 'space@planner.example' }, ...more },
  };
  const outbox = openOutbox({ file: at('outbox.jsonl'), printsLinks: true, log: () => {} });
  const post = openPost(mail, {
    outbox,
    siteUrl: 'https://planner.example',
    log: (line) => void log.push(line),
  });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= post.close());
  closing.unshift(close);
  return {
    log,
    close,
    deliver: (index: number) => post.deliver(message(index)),
    state: () => post.state?.(),
  };
}
const message = (index: number) => ({
  to: `u${index}@example.com`,
  subject: SUBJECT,
  text: `Number ${index}`,
  html: `<p>Number ${index}</p>`,
  link: null,
});
async function listening(...parameters: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...parameters);
  closing.push(server.close);
  return server;
}

test('a mail that is put off is tried again, and taken', async () => {
  const answers = [
    { code: 451, text: '4.7.1 Later' },
    { code: 421, text: '4.3.2 Busy' },
  ];
  const server = await listening({ onMail: () => answers.shift() ?? null });
  const { deliver, log, state } = open(server.port);
  deliver(1);
  await until(() => server.taken.length === 1);
  await until(() => state()?.isFailing === false);
  expect(log).toEqual([
    'Mail cannot be sent at the moment: the mail server refused the mail (451 4.7.1).',
    'Mail cannot be sent at the moment: the mail server refused the mail (421 4.3.2).',
    `Mail "${SUBJECT}" was sent at try 3.`,
  ]);
  expect(state()).toMatchObject({ waiting: 0, sent: 1, failed: 0 });
});

test('what waits for a mail server that is down is sent when it is back; the start says that it is down', async () => {
  const { port, release } = await takePort();
  await release();
  const { deliver, log, state } = open(port);
  await until(() => log.length > 0);
  expect(log).toEqual([
    'Mail cannot be sent at the moment: the mail server cannot be reached (ECONNREFUSED).',
  ]);
  for (const index of [1, 2, 3, 4, 5]) deliver(index);
  await until(() => state()?.lastFailure);
  expect(state()).toMatchObject({ waiting: 5, isFailing: true });
  const server = await listening({}, {}, port);
  await until(() => server.taken.length === 5);
  expect(
    server.taken.map(({ to }) => to[0]).toSorted((one = '', other = '') => one.localeCompare(other)),
  ).toEqual([1, 2, 3, 4, 5].map((n) => `u${n}@example.com`));
});

test('a mail server that says nothing, and one that stops in the middle, are left and tried again', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const patience = { connection: 60, silence: 60_000, mail: 60_000 };
  const { port } = silent.address() as AddressInfo; // a TCP server that listens has one
  const first = open(port, { patience });
  first.deliver(1);
  await until(() => sockets.size > 3);
  expect(first.state()?.lastFailure?.reason).toBe('the mail server does not answer in time');

  let mails = 0;
  const halting = await listening({
    onMail: () => ((mails += 1) < 3 ? new Promise<null>(() => {}) : null),
  });
  const second = open(halting.port, { patience: { connection: 5_000, silence: 200, mail: 60_000 } });
  second.deliver(2);
  await until(() => halting.taken.length === 1);
  expect(mails).toBe(3);
  const third = open((await listening({ onMail: () => new Promise<null>(() => {}) })).port, {
    patience: { connection: 5_000, silence: 60_000, mail: 100 },
  });
  third.deliver(3);
  await until(() => third.state()?.lastFailure);
  expect(third.state()?.lastFailure?.reason).toBe('the mail server takes too long');
});

test('a sender with any name is one sender', async () => {
  const server = await listening();
  open(server.port).deliver(1);
  await until(() => server.taken.length === 1);
  const [mail] = server.taken;
  expect(mail).toMatchObject({ from: 'space@planner.example', to: ['u1@example.com'] });
  expect(mail && contentOf(mail).match(/^(From|To|Cc|Bcc):/gm)).toEqual(['From:', 'To:']);
});

test('a mail is given up when its time is over', async () => {
  const server = await listening({ onMail: () => ({ code: 451, text: 'Later' }) });
  const { deliver, log, state } = open(server.port, { pace: { ...PACE, keeps: 50 } });
  deliver(1);
  await until(() => state()?.failed === 1);
  expect(state()).toMatchObject({ waiting: 0, sent: 0, isFailing: true });
  expect(log.at(-1)).toBe(`Mail "${SUBJECT}" was not sent: the mail server refused the mail (451).`);
});

test('elsewhere than on this machine neither password nor mail leaves without TLS and a certificate that holds', async () => {
  const credentials = { user: 'space', pass: 'Secret' };
  const seen: string[] = [];
  const { cert, key } = await makeCertificate(['127.0.0.1']);
  const server = await listening(
    {},
    {
      ...{ key, cert, disabledCommands: [], allowInsecureAuth: true, authMethods: ['PLAIN', 'LOGIN'] },
      onAuth({ username = '', password = '' }, { secure }, done) {
        seen.push(`${username} ${password} ${secure ? 'over TLS' : 'in plain text'}`);
        done(null, { user: username });
      },
    },
  );
  const elsewhere = { isLocal: false, credentials };
  const plain = await listening({}, { allowInsecureAuth: true, disabledCommands: ['STARTTLS'] });
  const first = open(plain.port, elsewhere);
  first.deliver(1);
  await until(() => first.state()?.lastFailure);
  expect(first.log[0]).toMatch(/^Mail cannot be sent at the moment: the mail server refused TLS \(5\d\d/);
  const second = open(server.port, elsewhere);
  second.deliver(2);
  await until(() => second.state()?.lastFailure);
  expect(second.log[0]).toBe(
    'Mail cannot be sent at the moment: the mail server cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT).',
  );
  expect([seen, server.taken, plain.taken]).toEqual([[], [], []]);

  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, cert.toString()]);
  closing.push(async () => tls.setDefaultCACertificates(before));
  await until(() => server.taken.length === 1);
  expect(new Set(seen)).toEqual(new Set(['space Secret over TLS']));
  expect(second.log.join('\n')).not.toContain('Secret');
});

test('a wrong password is told at the start, without it', async () => {
  const server = await listening(
    {},
    {
      ...{ disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
      onAuth: (_given, _session, done) =>
        done(Object.assign(new Error('5.7.8 Hello space:Secret'), { responseCode: 535 })),
    },
  );
  const { log } = open(server.port, { credentials: { user: 'space', pass: 'Secret' } });
  await until(() => log.length > 0);
  expect(log).toEqual([
    'Mail cannot be sent at the moment: the mail server refused the user or the password (535 5.7.8).',
  ]);
});

test('500 mails wait at most, a newer one replaces one of its kind, and a stop says how many were lost', async () => {
  const log: string[] = [];
  const begun: string[] = [];
  const queue = createMailQueue({
    send: ({ text }, signal) => {
      begun.push(text);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(Object.assign(new Error('ended'), { code: 'EABORT' })));
      });
    },
    check: () => Promise.resolve(),
    log: (line) => void log.push(line),
    pace: { ...PACE, first: 60_000, stopping: 50 },
  });
  for (let index = 1; index <= 502; index += 1) queue.deliver(message(index));
  expect(queue.state()).toMatchObject({ waiting: 500, failed: 2 });
  expect(log).toEqual(Array(2).fill(`Mail "${SUBJECT}" was not sent: more than 500 are waiting.`));
  for (let again = 0; again < 100; again += 1) queue.deliver({ ...message(502), text: `Again ${again}` });
  expect(queue.state()).toMatchObject({ waiting: 500, failed: 2 });
  log.length = 0;
  await queue.close();
  expect(begun.slice(0, 3)).toEqual(['Number 3', 'Number 4', 'Number 5']);
  expect(begun).not.toContain('Again 98');
  expect(log).toEqual(['500 mails were not sent: the server stopped.']);
});

test('a stop sends what has just arrived', async () => {
  const server = await listening();
  const { deliver, close, log } = open(server.port, { pace: { ...PACE, first: 60_000, stopping: 5_000 } });
  for (const index of [1, 2, 3, 4, 5]) deliver(index);
  await close();
  expect(server.taken.length).toBe(5);
  expect(new Set(log)).toEqual(new Set([`Mail "${SUBJECT}" was sent.`]));
});
