import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import tls from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { createMailQueue, type QueueDelays } from '../src/mail/mailQueue.ts';
import { openOutbox } from '../src/mail/outbox.ts';
import { createMailTransport, type MailOptions } from '../src/mail/mailTransport.ts';
import { takePort } from '../src/testing/freePort.ts';
import { makeCertificate } from '../src/testing.ts';
import { folderForEach } from './support/folder.ts';
import { contentOf, startMailServer } from './support/mailServer.ts';
import { until } from './support/until.ts';

const at = folderForEach();
const DELAYS: QueueDelays = { first: 10, retry: 20, maxAge: 60_000, closing: 300 };
const SUBJECT = 'Confirm your e-mail';
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close();
});

function open(port: number, overrides: Partial<MailOptions> = {}) {
  const log: string[] = [];
  const mail = {
    ...{ host: '127.0.0.1', port, isTls: false, isLocal: true, credentials: undefined, delays: DELAYS },
    ...{ from: { name: 'Ada “the” <Boss>, Bcc: x', address: 'space@planner.example' }, ...overrides },
  };
  const outbox = openOutbox({ file: at('outbox.jsonl'), printsLinks: true, log: () => {} });
  const transport = createMailTransport(mail, {
    outbox,
    siteUrl: 'https://planner.example',
    log: (line) => void log.push(line),
  });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= transport.close());
  cleanups.unshift(close);
  return {
    log,
    close,
    deliver: (index: number) => transport.deliver(message(index)),
    state: () => transport.state?.(),
  };
}
const message = (index: number) => ({
  to: `u${index}@example.com`,
  subject: SUBJECT,
  text: `Number ${index}`,
  html: `<p>Number ${index}</p>`,
  link: null,
});
async function startServer(...parameters: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...parameters);
  cleanups.push(server.close);
  return server;
}

test('retries a temporarily refused mail until it is accepted', async () => {
  const replies = [
    { code: 451, text: '4.7.1 Later' },
    { code: 421, text: '4.3.2 Busy' },
  ];
  const server = await startServer({ onMail: () => replies.shift() ?? null });
  const { deliver, log, state } = open(server.port);
  deliver(1);
  await until(() => server.received.length === 1);
  await until(() => state()?.isFailing === false);
  expect(log).toEqual([
    'Mail cannot be sent at the moment: the mail server refused the mail (451 4.7.1).',
    'Mail cannot be sent at the moment: the mail server refused the mail (421 4.3.2).',
    `Mail "${SUBJECT}" was sent at try 3.`,
  ]);
  expect(state()).toMatchObject({ waiting: 0, sent: 1, failed: 0 });
});

test('logs at the start that the mail server is down, queues mails, and sends them when it is back', async () => {
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
  const server = await startServer({}, {}, port);
  await until(() => server.received.length === 5);
  expect(
    server.received.map(({ to }) => to[0]).toSorted((one = '', other = '') => one.localeCompare(other)),
  ).toEqual([1, 2, 3, 4, 5].map((n) => `u${n}@example.com`));
});

test('times out if the mail server is silent or stalls during a mail, and retries', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const timeouts = { connection: 60, idle: 60_000, mail: 60_000 };
  const { port } = silent.address() as AddressInfo; // a listening TCP server has an address
  const first = open(port, { timeouts });
  first.deliver(1);
  await until(() => sockets.size > 3);
  expect(first.state()?.lastFailure?.reason).toBe('the mail server does not answer in time');

  let mails = 0;
  const stallingServer = await startServer({
    onMail: () => ((mails += 1) < 3 ? new Promise<null>(() => {}) : null),
  });
  const second = open(stallingServer.port, { timeouts: { connection: 5_000, idle: 200, mail: 60_000 } });
  second.deliver(2);
  await until(() => stallingServer.received.length === 1);
  expect(mails).toBe(3);
  const third = open((await startServer({ onMail: () => new Promise<null>(() => {}) })).port, {
    timeouts: { connection: 5_000, idle: 60_000, mail: 100 },
  });
  third.deliver(3);
  await until(() => third.state()?.lastFailure);
  expect(third.state()?.lastFailure?.reason).toBe('the mail server takes too long');
});

test('special characters in the sender’s name add no sender, recipient or header', async () => {
  const server = await startServer();
  open(server.port).deliver(1);
  await until(() => server.received.length === 1);
  const [mail] = server.received;
  expect(mail).toMatchObject({ from: 'space@planner.example', to: ['u1@example.com'] });
  expect(mail && contentOf(mail).match(/^(From|To|Cc|Bcc):/gm)).toEqual(['From:', 'To:']);
});

test('gives up a mail after its maximum age', async () => {
  const server = await startServer({ onMail: () => ({ code: 451, text: 'Later' }) });
  const { deliver, log, state } = open(server.port, { delays: { ...DELAYS, maxAge: 50 } });
  deliver(1);
  await until(() => state()?.failed === 1);
  expect(state()).toMatchObject({ waiting: 0, sent: 0, isFailing: true });
  expect(log.at(-1)).toBe(`Mail "${SUBJECT}" was not sent: the mail server refused the mail (451).`);
});

test('sends neither password nor mail to another machine without TLS and a valid certificate', async () => {
  const credentials = { user: 'space', pass: 'Secret' };
  const credentialsSeen: string[] = [];
  const { cert, key } = await makeCertificate(['127.0.0.1']);
  const server = await startServer(
    {},
    {
      ...{ key, cert, disabledCommands: [], allowInsecureAuth: true, authMethods: ['PLAIN', 'LOGIN'] },
      onAuth({ username = '', password = '' }, { secure }, done) {
        credentialsSeen.push(`${username} ${password} ${secure ? 'over TLS' : 'in plain text'}`);
        done(null, { user: username });
      },
    },
  );
  const notLocal = { isLocal: false, credentials };
  const plain = await startServer({}, { allowInsecureAuth: true, disabledCommands: ['STARTTLS'] });
  const first = open(plain.port, notLocal);
  first.deliver(1);
  await until(() => first.state()?.lastFailure);
  expect(first.log[0]).toMatch(/^Mail cannot be sent at the moment: the mail server refused TLS \(5\d\d/);
  const second = open(server.port, notLocal);
  second.deliver(2);
  await until(() => second.state()?.lastFailure);
  expect(second.log[0]).toBe(
    'Mail cannot be sent at the moment: the mail server cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT).',
  );
  expect([credentialsSeen, server.received, plain.received]).toEqual([[], [], []]);

  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, cert.toString()]);
  cleanups.push(async () => tls.setDefaultCACertificates(before));
  await until(() => server.received.length === 1);
  expect(new Set(credentialsSeen)).toEqual(new Set(['space Secret over TLS']));
  expect(second.log.join('\n')).not.toContain('Secret');
});

test('reports a wrong password at the start, without printing it', async () => {
  const server = await startServer(
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

test('queues at most 500 mails, replaces an older one of the same kind, and logs how many a stop lost', async () => {
  const log: string[] = [];
  const started: string[] = [];
  const queue = createMailQueue({
    send: ({ text }, signal) => {
      started.push(text);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(Object.assign(new Error('ended'), { code: 'EABORT' })));
      });
    },
    check: () => Promise.resolve(),
    log: (line) => void log.push(line),
    delays: { ...DELAYS, first: 60_000, closing: 50 },
  });
  for (let index = 1; index <= 502; index += 1) queue.deliver(message(index));
  expect(queue.state()).toMatchObject({ waiting: 500, failed: 2 });
  expect(log).toEqual(Array(2).fill(`Mail "${SUBJECT}" was not sent: more than 500 are waiting.`));
  for (let retry = 0; retry < 100; retry += 1) queue.deliver({ ...message(502), text: `Again ${retry}` });
  expect(queue.state()).toMatchObject({ waiting: 500, failed: 2 });
  log.length = 0;
  await queue.close();
  expect(started.slice(0, 3)).toEqual(['Number 3', 'Number 4', 'Number 5']);
  expect(started).not.toContain('Again 98');
  expect(log).toEqual(['500 mails were not sent: the server stopped.']);
});

test('sends queued mails before it stops', async () => {
  const server = await startServer();
  const { deliver, close, log } = open(server.port, { delays: { ...DELAYS, first: 60_000, closing: 5_000 } });
  for (const index of [1, 2, 3, 4, 5]) deliver(index);
  await close();
  expect(server.received.length).toBe(5);
  expect(new Set(log)).toEqual(new Set([`Mail "${SUBJECT}" was sent.`]));
});
