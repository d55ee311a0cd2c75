import { createServer, request as send } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startTestServer } from '@space/server/testing';
import { CONFIRMATION, SESSIONS, type Flow } from './flows.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';
import type { Side } from './pages.ts';

// `npm run lab -- hosted --auth <address> --secret <JWT secret>`: runs every auth flow of our client against Supabase's own
// auth server and against the embedded backend, and prints what the user sees with each. Exits with 1 if they differ.

const USAGE = `Usage: npm run lab -- hosted --auth <address> --secret <its JWT secret> [--mail <port>]

The auth server must run on this machine with the settings of supabase/config.toml, send its mail to --mail (2525 by default) of
127.0.0.1, and read its templates from the next port: GOTRUE_SMTP_PORT=2525,
GOTRUE_MAILER_TEMPLATES_CONFIRMATION=http://127.0.0.1:2526/confirmation.html (and RECOVERY), and count attempts by GOTRUE_RATE_LIMIT_HEADER=X-Forwarded-For. --auth twice: one server that
confirms by itself, and one that wants a link.`;

const { values } = parseArgs({
  options: {
    auth: { type: 'string', multiple: true, default: [] },
    secret: { type: 'string' },
    mail: { type: 'string', default: '2525' },
    only: { type: 'string', default: '' },
  },
});

/** A project's address has `/auth/v1` before the auth server's own paths. Returns the address of such a front. */
async function frontOf(auth: string) {
  const front = createServer((incoming, response) => {
    const url = new URL((incoming.url ?? '').replace(/^\/auth\/v1/, ''), auth);
    const { method, headers } = incoming;
    const outgoing = send(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo; // it listens on TCP
  return { origin: `http://127.0.0.1:${port}`, close: () => front.close() };
}

async function until(find: () => string): Promise<string> {
  for (let turn = 0; turn < 100; turn += 1) {
    const found = find();
    if (found !== '') return found;
    await wait(50);
  }
  throw new Error('No mail with a link has arrived');
}

async function hostedSide(auth: string, jwtSecret: string, mailbox: Mailbox) {
  const settings = await fetch(new URL('/settings', auth)).then((response) => response.json());
  const { mailer_autoconfirm: isOff } = settings as { mailer_autoconfirm: boolean };
  const front = await frontOf(auth);
  const side: Side = {
    name: 'Supabase',
    confirms: !isOff,
    url: front.origin,
    key: 'sb_publishable_x',
    jwtSecret,
    mailedPath: (email) => until(() => mailbox.path(email)),
  };
  return { side, close: front.close };
}

async function embeddedSide(confirms: boolean) {
  const server = await startTestServer({
    confirmEmail: confirms,
    limits: true,
    trustProxy: 'loopback',
    reportFault: () => {},
  });
  const pathTo = (email: string) => {
    const link = server.outbox.latest(email)?.link;
    return link ? new URL(link).pathname + new URL(link).search : '';
  };
  const side: Side = {
    name: 'embedded',
    confirms,
    url: server.origin,
    key: server.publishableKey,
    jwtSecret: server.jwtSecret,
    mailedPath: (email) => until(() => pathTo(email)),
  };
  return { side, close: () => server.close() };
}

const ended = (error: unknown) => `ended: ${error instanceof Error ? error.message : String(error)}`;

/** Runs the flows on both sides. Returns how many differ. */
async function compare(flows: Readonly<Record<string, Flow>>, one: Side, other: Side): Promise<number> {
  let differing = 0;
  for (const [name, flow] of Object.entries(flows)) {
    if (!name.includes(values.only)) continue;
    const [said, saidByOther] = await Promise.all([flow(one).catch(ended), flow(other).catch(ended)]);
    const isSame = said === saidByOther;
    if (!isSame) differing += 1;
    console.log(`${isSame ? '✓' : '✗'} ${name}`);
    if (isSame) console.log(`    ${said}`);
    else
      for (const [side, text] of [
        [one.name, said],
        [other.name, saidByOther],
      ])
        console.log(`    ${side}: ${text}`);
  }
  return differing;
}

if (values.auth.length === 0 || values.secret === undefined) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  const mailbox = await openMailbox(Number(values.mail));
  let differing = 0;
  for (const auth of values.auth) {
    const hosted = await hostedSide(auth, values.secret, mailbox);
    const embedded = await embeddedSide(hosted.side.confirms);
    console.log(`\nConfirmation of addresses ${hosted.side.confirms ? 'on' : 'off'}: ${auth}`);
    const flows = hosted.side.confirms ? { ...SESSIONS, ...CONFIRMATION } : SESSIONS;
    differing += await compare(flows, hosted.side, embedded.side);
    hosted.close();
    await embedded.close();
  }
  mailbox.close();
  console.log(`\n${differing} flows differ`);
  process.exit(differing === 0 ? 0 : 1); // sessions of open pages keep timers
}
