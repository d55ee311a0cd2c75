import { parseArgs } from 'node:util';
import { startTestServer } from '@space/server/testing';
import { CONFIRMATION, SESSIONS } from './flows.ts';
import { loadData } from './load.ts';
import { openMailbox } from './mailbox.ts';
import { worldOf, type Side } from './world.ts';

// `npm run bench -- hosted`: runs every auth flow of our client against Supabase's own auth server and against the embedded
// backend, and prints what the user sees with each. Exits with 1 if they differ.

const USAGE = `npm run bench -- hosted --auth <address> --secret <its JWT secret>
   Once for a server that confirms addresses by itself, and once for one that mails a link.
   --database <url> the user 'postgres' of its database, which has no accounts: loads those of an embedded backend first

The auth server runs on this machine with the settings of supabase/config.toml, and for example these:
GOTRUE_SMTP_HOST=127.0.0.1 GOTRUE_SMTP_PORT=2525 GOTRUE_RATE_LIMIT_HEADER=X-Forwarded-For
GOTRUE_MAILER_TEMPLATES_CONFIRMATION=http://127.0.0.1:2526/confirmation.html, and RECOVERY in the same way.`;

const text = { type: 'string' } as const;
const options = { auth: text, secret: text, database: text };
const { auth, secret, database } = parseArgs({ options }).values;
if (!auth || !secret) {
  console.error(USAGE);
  process.exit(1);
}

const mailed = openMailbox(2525);
const response = await fetch(`${auth}/settings`);
const { mailer_autoconfirm: confirmsItself } = (await response.json()) as { mailer_autoconfirm: boolean };
const confirms = !confirmsItself;
const hosted: Side = { confirms, auth, key: 'sb_publishable_x', jwtSecret: secret, mailed };

const settings = { limits: true, trustProxy: 'loopback', reportFault: () => {} };
const server = await startTestServer({ confirmEmail: confirms, ...settings });
const embedded: Side = {
  ...{ confirms, auth: `${server.origin}/auth/v1`, key: server.publishableKey, jwtSecret: server.jwtSecret },
  mailed: (email) => server.outbox.latest(email)?.link,
};

if (database !== undefined) {
  await loadData(database, hosted);
  console.log('✓ accounts and tasks of an embedded backend');
}
let differing = 0;
console.log(`Addresses ${confirms ? 'must be confirmed' : 'need no confirmation'}.`);
for (const [name, flow] of Object.entries({ ...SESSIONS, ...(confirms && CONFIRMATION) })) {
  const ended = (error: unknown) => [`ended: ${String(error)}`];
  const results = await Promise.all([hosted, embedded].map((side) => flow(worldOf(side)).catch(ended)));
  const [said = '', other = ''] = results.map((result) => result.join(' | '));
  const isSame = said === other;
  if (!isSame) differing += 1;
  console.log(isSame ? `✓ ${name}\n    ${said}` : `✗ ${name}\n    Supabase: ${said}\n    embedded: ${other}`);
}
console.log(`\n${differing} flows differ`);
await server.close();
process.exit(differing === 0 ? 0 : 1); // open pages keep timers
