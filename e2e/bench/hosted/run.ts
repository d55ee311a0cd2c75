import { parseArgs } from 'node:util';
import { startTestServer } from '@space/server/testing';
import { CONFIRMATION, SESSIONS } from './flows.ts';
import { loadData } from './load.ts';
import { openMailbox } from './mailbox.ts';
import { worldOf, type Side } from './world.ts';

// `npm run bench -- hosted`: runs every auth flow of our client against Supabase's own auth server and against the embedded
// backend, and prints what the user sees with each. Exits with 1 if they differ.

const USAGE = `npm run bench -- hosted --auth <address> --secret <its JWT secret>
   --auth twice     one server that confirms addresses by itself, and one that mails a link
   --mail <port>    where it sends its mail on 127.0.0.1 (2525); the next port has the templates
   --database <url> the user 'postgres' of its database, which has no accounts: loads those of an embedded backend first
   --only <word>    the flows with this word in their name

The auth server runs on this machine with the settings of supabase/config.toml, and for example these:
GOTRUE_SMTP_HOST=127.0.0.1 GOTRUE_SMTP_PORT=2525 GOTRUE_RATE_LIMIT_HEADER=X-Forwarded-For
GOTRUE_MAILER_TEMPLATES_CONFIRMATION=http://127.0.0.1:2526/confirmation.html, and RECOVERY in the same way.`;

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const { values } = parseArgs({
  options: {
    auth: { type: 'string', multiple: true, default: [] },
    secret: { type: 'string', default: '' },
    mail: { type: 'string', default: '2525' },
    database: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});

async function hostedSide(auth: string, mailed: Side['mailed']): Promise<Side> {
  const settings: unknown = await fetch(`${auth}/settings`)
    .then((response) => response.json())
    .catch(() => null);
  if (settings === null) stop(`There is no auth server at ${auth}.`);
  const { mailer_autoconfirm: isAutomatic } = settings as { mailer_autoconfirm: boolean };
  const access = {
    url: new URL(auth).origin,
    prefix: '' as const,
    key: 'sb_publishable_x',
    jwtSecret: values.secret,
  };
  return { name: 'Supabase', confirms: !isAutomatic, ...access, mailed };
}

async function embeddedSide(confirms: boolean): Promise<Side & { close: () => Promise<void> }> {
  const options = { confirmEmail: confirms, limits: true, trustProxy: 'loopback', reportFault: () => {} };
  const server = await startTestServer(options);
  const { origin: url, publishableKey: key, jwtSecret, outbox, close } = server;
  const mailed = (email: string) => {
    const link = outbox.latest(email)?.link;
    return link ? link.slice(new URL(link).origin.length) : '';
  };
  return { name: 'embedded', confirms, url, prefix: '/auth/v1', key, jwtSecret, mailed, close };
}

/** Runs the flows on both sides. Returns how many differ. */
async function compare(sides: readonly Side[]): Promise<number> {
  let differing = 0;
  for (const [name, flow] of Object.entries(
    sides[0]?.confirms ? { ...SESSIONS, ...CONFIRMATION } : SESSIONS,
  )) {
    if (!name.includes(values.only)) continue;
    const ended = (error: unknown) => [`ended: ${error instanceof Error ? error.message : String(error)}`];
    const results = await Promise.all(sides.map((side) => flow(worldOf(side)).catch(ended)));
    const [said = '', other] = results.map((result) => result.join(' | '));
    if (said !== other) differing += 1;
    console.log(said === other ? `✓ ${name}\n    ${said}` : `✗ ${name}`);
    if (said !== other) console.log(`    ${sides[0]?.name}: ${said}\n    ${sides[1]?.name}: ${other}`);
  }
  return differing;
}

if (values.auth.length === 0 || values.secret === '') stop(USAGE);
const mailed = openMailbox(Number(values.mail));
let differing = 0;
for (const auth of values.auth) {
  const hosted = await hostedSide(auth, mailed);
  const embedded = await embeddedSide(hosted.confirms);
  if (values.database !== undefined && auth === values.auth[0]) {
    const faults = await loadData(values.database, hosted);
    differing += faults.length;
    console.log(
      faults.map((fault) => `✗ ${fault}`).join('\n') || '✓ accounts and tasks of an embedded backend',
    );
  }
  console.log(`\n${auth}: addresses ${hosted.confirms ? 'must be confirmed' : 'need no confirmation'}`);
  differing += await compare([hosted, embedded]);
  await embedded.close();
}
console.log(`\n${differing} flows differ`);
process.exit(differing === 0 ? 0 : 1); // open pages keep timers
