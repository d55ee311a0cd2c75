import { parseArgs } from 'node:util';
import { startTestServer } from '@space/server/testing';
import { CONFIRMATION, SESSIONS } from './flows.ts';
import { loadData } from './load.ts';
import { openMailbox, pathOf } from './mailbox.ts';
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

const { values } = parseArgs({
  options: {
    auth: { type: 'string', multiple: true, default: [] },
    secret: { type: 'string', default: '' },
    mail: { type: 'string', default: '2525' },
    database: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});

/** Prints a sentence and ends. */
function stop(text: string): never {
  console.error(text);
  process.exit(1);
}

async function hostedSide(auth: string, mailed: Side['mailed']): Promise<Side> {
  const response = await fetch(`${auth}/settings`).catch(() => stop(`There is no auth server at ${auth}.`));
  const { mailer_autoconfirm: confirmsItself } = (await response.json()) as { mailer_autoconfirm: boolean };
  const access = { url: new URL(auth).origin, key: 'sb_publishable_x', jwtSecret: values.secret };
  return { ...access, confirms: !confirmsItself, prefix: '', mailed };
}

async function embeddedSide(confirms: boolean): Promise<Side & { close: () => Promise<void> }> {
  const options = { confirmEmail: confirms, limits: true, trustProxy: 'loopback', reportFault: () => {} };
  const { origin: url, publishableKey: key, jwtSecret, outbox, close } = await startTestServer(options);
  const mailed = (email: string) => pathOf(outbox.latest(email)?.link ?? undefined);
  return { confirms, url, prefix: '/auth/v1', key, jwtSecret, mailed, close };
}

if (values.auth.length === 0 || values.secret === '') stop(USAGE);
const mailed = openMailbox(Number(values.mail));
let differing = 0;
for (const auth of values.auth) {
  const hosted = await hostedSide(auth, mailed);
  const embedded = await embeddedSide(hosted.confirms);
  if (values.database !== undefined && auth === values.auth[0]) {
    const faults = (await loadData(values.database, hosted)).map((fault) => `✗ ${fault}`);
    differing += faults.length;
    console.log(faults.join('\n') || '✓ accounts and tasks of an embedded backend');
  }
  console.log(`\n${auth}: addresses ${hosted.confirms ? 'must be confirmed' : 'need no confirmation'}`);
  for (const [name, flow] of Object.entries({ ...SESSIONS, ...(hosted.confirms && CONFIRMATION) })) {
    if (!name.includes(values.only)) continue;
    const ended = (error: unknown) => [`ended: ${error instanceof Error ? error.message : String(error)}`];
    const results = await Promise.all([hosted, embedded].map((side) => flow(worldOf(side)).catch(ended)));
    const [said = '', other = ''] = results.map((result) => result.join(' | '));
    if (said !== other) differing += 1;
    console.log(
      said === other ? `✓ ${name}\n    ${said}` : `✗ ${name}\n    Supabase: ${said}\n    embedded: ${other}`,
    );
  }
  await embedded.close();
}
console.log(`\n${differing} flows differ`);
process.exit(differing === 0 ? 0 : 1); // open pages keep timers
